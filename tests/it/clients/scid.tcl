# Scid's own correspondence window, worked by a test: takes the game that lies in
# the inbox into the base of correspondence games, plays a move, mails it.
#
#   tkscid scid.tcl MOVE MAILER       HOME holds inbox/, outbox/ and the base
package require Tk

lassign $argv ::postchess_move ::postchess_mailer
set argv {}
set argc 0
source /usr/games/scid
update

# Nobody is there to press a button: what Scid complains of fails the test.
proc tk_messageBox {args} {
    puts stderr "Scid asks: $args"
    exit 1
}

if {[catch {
    set ::CorrespondenceChess::Inbox $::env(HOME)/inbox
    set ::CorrespondenceChess::Outbox $::env(HOME)/outbox
    set ::CorrespondenceChess::mailer $::postchess_mailer
    # An empty address to copy to breaks the command line; order 0 is not kept up.
    set ::CorrespondenceChess::bccaddr copy@a.example
    set ::CorrespondenceChess::ListOrder 1

    set path $::env(HOME)/correspondence
    if {[file exists $path.si4]} {
        set base [sc_base open $path]
    } else {
        set base [sc_base create SCID4 $path]
    }
    set type [lsearch $::windows::switcher::base_types {Correspondence chess}]
    sc_base extra $base type $type

    ::CorrespondenceChess::ReadInbox
    update
    sc_base switch $::CorrespondenceChess::CorrSlot
    ::move::End
    puts "games [sc_base numGames $base]"
    puts "moves [sc_game moves]"
    sc_move addSan $::postchess_move
    ::CorrespondenceChess::eMailMove
    sc_base close $base
} complaint]} {
    puts stderr "$complaint\n$::errorInfo"
    exit 1
}
exit 0
