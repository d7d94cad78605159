# Scid's own correspondence window, worked by a test: fetches the games of one server by
# Xfcc into the base of correspondence games, and sends a move of the last one.
#
#   tkscid scid_xfcc.tcl URL USER PASSWORD [MOVE]       HOME holds inbox/, outbox/ and the base
package require Tk

lassign $argv ::postchess_url ::postchess_user ::postchess_password ::postchess_move
set argv {}
set argc 0
source /usr/games/scid
update

# Nobody is there to press a button: what Scid complains of fails the test.
proc tk_messageBox {args} {
    puts stderr "Scid asks: $args"
    exit 1
}

# Behind the moves that are new Scid adds empty ones, and its parser reads behind the end of
# them: what it finds there decides whether it fails. Here they are nothing.
rename sc_move scid_move
proc sc_move {args} {
    if {$args eq {addSan {}}} { return }
    uplevel 1 [linsert $args 0 scid_move]
}

if {[catch {
    set ::CorrespondenceChess::Inbox $::env(HOME)/inbox
    set ::CorrespondenceChess::Outbox $::env(HOME)/outbox
    set ::CorrespondenceChess::ListOrder 1
    set ::CorrespondenceChess::XfccInternal 1
    set ::CorrespondenceChess::XfccConfirm 0
    set ::CorrespondenceChess::xfccrcfile $::env(HOME)/xfccrc
    set channel [open $::CorrespondenceChess::xfccrcfile w]
    puts $channel "<xfcc><server><name>club</name><uri>$::postchess_url</uri><user>$::postchess_user</user><pass>$::postchess_password</pass><rating>Elo</rating></server></xfcc>"
    close $channel

    set path $::env(HOME)/correspondence
    if {[file exists $path.si4]} {
        set base [sc_base open $path]
    } else {
        set base [sc_base create SCID4 $path]
    }
    set type [lsearch $::windows::switcher::base_types {Correspondence chess}]
    sc_base extra $base type $type

    ::CorrespondenceChess::FetchGames
    update
    sc_base switch $::CorrespondenceChess::CorrSlot
    ::move::End
    puts "games [sc_base numGames $base]"
    puts "moves [sc_game moves]"
    if {$::postchess_move ne {}} {
        sc_move addSan $::postchess_move
        ::CorrespondenceChess::SendMove 0 0 0 0
        update
        puts "console [.ccWindow.top.console get 1.0 end]"
    }
    sc_base close $base
} complaint]} {
    puts stderr "$complaint\n$::errorInfo"
    exit 1
}
exit 0
