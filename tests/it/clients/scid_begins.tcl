# Scid's own correspondence window, before a test works it: Scid without a question, its folders,
# and the base of correspondence games as `base`.
package require Tk

set argv {}
set argc 0
source /usr/games/scid
update

# Nobody is there to press a button: what Scid complains of fails the test.
proc tk_messageBox {args} {
    puts stderr "Scid asks: $args"
    exit 1
}

set ::CorrespondenceChess::Inbox $::env(HOME)/inbox
set ::CorrespondenceChess::Outbox $::env(HOME)/outbox
# Order 0 is not kept up.
set ::CorrespondenceChess::ListOrder 1

set path $::env(HOME)/correspondence
if {[file exists $path.si4]} {
    set base [sc_base open $path]
} else {
    set base [sc_base create SCID4 $path]
}
sc_base extra $base type [lsearch $::windows::switcher::base_types {Correspondence chess}]

# The games that came, and the last of them with its moves.
proc shown {} {
    update
    sc_base switch $::CorrespondenceChess::CorrSlot
    ::move::End
    puts "games [sc_base numGames $::base]"
    puts "moves [sc_game moves]"
}
