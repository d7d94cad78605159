# Scid's own Xfcc, without its windows: fetches games into a folder, prints what it
# understood of them, and sends what the words after the folder say.
#
#   tclsh xfcc.tcl URL USER PASSWORD FOLDER [GAME NUMBER MOVE WORDS RESIGN ACCEPT OFFER CLAIM]
package require http
package require tdom

set ::scidVersion 4.7.4
set ::scidVersionDate test
set argument [lrange $argv 4 end]
lassign $argv url user password folder

# Nobody looks at a window.
proc tk {args} { return x11 }
proc tk_messageBox {args} { puts "box $args" }
proc scidConfigFile {name} { return [file join $::folder $name] }
namespace eval ::splash { proc add {text} {} }
namespace eval ::CorrespondenceChess { proc updateConsole {text} { puts "console $text" } }

# Of the file that Scid has them in, its one namespace.
set channel [open /usr/share/scid/tcl/tools/correspondence.tcl]
fconfigure $channel -encoding utf-8
set source [read $channel]
close $channel
set begins [string first "namespace eval Xfcc \{" $source]
set ends [string first "# Correspondence chess menus, dialogs and functions" $source]
eval [string range $source $begins [expr {$ends - 1}]]
# As the file's encoding is ours, so are those that it writes.
encoding system utf-8
fconfigure stdout -encoding utf-8

proc said {text} { return [::Xfcc::xmlencrypt $text] }
set ::xfccrc "<xfcc><server><name>club</name><uri>[said $url]</uri><user>[said $user]</user>\
<pass>[said $password]</pass><rating>Elo</rating></server></xfcc>"

::http::config -useragent "Scid/4.7.4 (x11; Linux x86_64; rv:test) Tcl/Tk [info patchlevel]"
if {[llength $argument]} {
    lassign $argument game number move words resign accept offer claim
    ::Xfcc::Send club $game $number $move $words $resign $accept $offer $claim
} else {
    ::Xfcc::ProcessAll $folder
    foreach game $::Xfcc::xfccstate { puts "state $game" }
}
