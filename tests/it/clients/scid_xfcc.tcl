# Fetches the games of one server by Xfcc into the base of correspondence games, and sends a
# move of the last one.
#
#   tkscid scid_xfcc.tcl URL USER PASSWORD [MOVE]       HOME holds inbox/, outbox/ and the base
lassign $argv ::postchess_url ::postchess_user ::postchess_password ::postchess_move

if {[catch {
    source $::env(HOME)/scid_begins.tcl
    # Behind the moves that are new Scid adds empty ones, and its parser reads behind the end of
    # them: what it finds there decides whether it fails. Here they are nothing.
    rename sc_move scid_move
    proc sc_move {args} {
        if {$args eq {addSan {}}} { return }
        uplevel 1 [linsert $args 0 scid_move]
    }
    set ::CorrespondenceChess::XfccInternal 1
    set ::CorrespondenceChess::XfccConfirm 0
    set ::CorrespondenceChess::xfccrcfile $::env(HOME)/xfccrc
    set channel [open $::CorrespondenceChess::xfccrcfile w]
    puts $channel "<xfcc><server><name>club</name><uri>$::postchess_url</uri><user>$::postchess_user</user><pass>$::postchess_password</pass><rating>Elo</rating></server></xfcc>"
    close $channel

    ::CorrespondenceChess::FetchGames
    shown
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
