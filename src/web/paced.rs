//! A connection whose other end has to take what it is sent: who asks for much and reads
//! nothing, or byte by byte, holds no place for long.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// What is asked of the other end.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long it may take nothing of what waits for it.
    pub patience: Duration,
    /// How many bytes a second it takes at least, in the long run.
    pub rate: u32,
}

/// A connection that is given up where the other end does not keep the pace.
#[derive(Debug)]
pub struct Paced<S> {
    stream: S,
    pace: Pace,
    /// Until when more has to be taken, while something waits.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> Paced<S> {
    /// A connection that keeps a pace.
    pub fn of(stream: S, pace: Pace) -> Paced<S> {
        Paced {
            stream,
            pace,
            until: None,
        }
    }

    /// What writing so many bytes has come to.
    fn heed(
        &mut self,
        cx: &mut Context<'_>,
        wanted: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Pending => {
                let patience = self.pace.patience;
                let until = self
                    .until
                    .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
                ready!(until.as_mut().poll(cx));
                let slow = "the other end does not read";
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, slow)));
            }
            // All is taken: nothing waits.
            Poll::Ready(Ok(n)) if *n == wanted => self.until = None,
            Poll::Ready(Ok(n)) => {
                if let Some(until) = &mut self.until {
                    let n = u32::try_from(*n).unwrap_or(u32::MAX);
                    let earned = Duration::from_secs(1) * n / self.pace.rate;
                    let longest = Instant::now() + self.pace.patience;
                    let later = (until.deadline() + earned).min(longest);
                    until.as_mut().reset(later);
                }
            }
            Poll::Ready(Err(_)) => {}
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.heed(cx, buf.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        let wanted = bufs.iter().map(|buf| buf.len()).sum();
        self.heed(cx, wanted, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn run<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(work)
    }

    const SHORT: Pace = Pace {
        patience: Duration::from_millis(100),
        rate: 100_000,
    };

    #[test]
    fn who_reads_nothing_is_given_up() {
        run(async {
            let (own, mut theirs) = tokio::io::duplex(64);
            let mut own = Paced::of(own, SHORT);
            let failed = own.write_all(&[7; 1_000]).await.unwrap_err();
            assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
            drop(own);
            let mut got = Vec::new();
            theirs.read_to_end(&mut got).await.unwrap();
            assert_eq!(got.len(), 64);
        });
    }

    #[test]
    fn who_reads_byte_by_byte_is_given_up_although_something_is_always_taken() {
        run(async {
            let (own, mut theirs) = tokio::io::duplex(64);
            let mut own = Paced::of(own, SHORT);
            let reads = tokio::spawn(async move {
                let mut byte = [0];
                let mut got = 0;
                while theirs.read(&mut byte).await.unwrap() == 1 {
                    got += 1;
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                got
            });
            let failed = own.write_all(&[7; 1 << 20]).await.unwrap_err();
            assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
            drop(own);
            let got = reads.await.unwrap();
            assert!(got > 0 && got < 1 << 20, "{got}");
        });
    }

    #[test]
    fn who_reads_gets_all_and_may_rest_between_two_answers() {
        run(async {
            let (own, mut theirs) = tokio::io::duplex(64);
            let pace = Pace {
                patience: Duration::from_secs(60),
                ..SHORT
            };
            let mut own = Paced::of(own, pace);
            let reads = tokio::spawn(async move {
                let mut got = Vec::new();
                theirs.read_to_end(&mut got).await.unwrap();
                got.len()
            });
            for _ in 0..2 {
                own.write_all(&[7; 100_000]).await.unwrap();
                own.flush().await.unwrap();
                assert!(own.until.is_none(), "nothing waits");
            }
            own.shutdown().await.unwrap();
            drop(own);
            assert_eq!(reads.await.unwrap(), 200_000);
        });
    }
}
