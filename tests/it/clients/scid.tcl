# Takes the game that lies in the inbox into the base of correspondence games, plays a move,
# mails it.
#
#   tkscid scid.tcl MOVE MAILER       HOME holds inbox/, outbox/ and the base
lassign $argv ::postchess_move ::postchess_mailer

if {[catch {
    source $::env(HOME)/scid_begins.tcl
    set ::CorrespondenceChess::mailer $::postchess_mailer
    # An empty address to copy to breaks the command line.
    set ::CorrespondenceChess::bccaddr copy@a.example

    ::CorrespondenceChess::ReadInbox
    shown
    sc_move addSan $::postchess_move
    ::CorrespondenceChess::eMailMove
    sc_base close $base
} complaint]} {
    puts stderr "$complaint\n$::errorInfo"
    exit 1
}
exit 0
