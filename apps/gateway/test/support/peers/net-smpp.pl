#!/usr/bin/env perl
# Perl's Net::SMPP under remote control: commands as JSON lines on standard input, what happens as JSON lines on standard output.
# It ends when its standard input does.
#
#   {"do":"connect","link":"a","port":2775}      a connection as a client; links of accepted connections are named in-1, in-2, ...
#   {"do":"listen"}                              accepts connections on a free port
#   {"do":"close","link":"a"}                    cuts the connection
#   {"do":"silence","link":"a","on":true}        enquire_link and unbind are no longer answered
#   {"do":"send","link":"a","method":"submit_sm","fields":{...},"octets":{"short_message":"hex"},"tlvs":[["message_payload","hex"]]}
#
# Any request or response that Net::SMPP has a method for can be sent. Octet strings and TLVs are hexadecimal in both directions.
use strict;
use warnings;
use IO::Select;
use JSON::PP ();
use Net::SMPP;

$| = 1;
$SIG{PIPE} = 'IGNORE';
my $json = JSON::PP->new->canonical->ascii;
sub tell_json { print $json->encode({@_}), "\n" }

# Net::SMPP warns about connections that end and about TLVs it does not know.
local $SIG{__WARN__} = sub { };

my %links;
my $accepted = 0;
my $listener;
my $select = IO::Select->new(\*STDIN);
# Asynchronous throughout: sending returns the sequence number, and what comes is read here alone.
my %options = (async => 1, interface_version => 0x34, timeout => 20);
my %commands = map { my $name = $_; no strict 'refs'; (&{"Net::SMPP::CMD_$name"}() => $name) }
    qw(generic_nack bind_receiver bind_receiver_resp bind_transmitter bind_transmitter_resp bind_transceiver bind_transceiver_resp
       query_sm query_sm_resp submit_sm submit_sm_resp deliver_sm deliver_sm_resp unbind unbind_resp replace_sm replace_sm_resp
       cancel_sm cancel_sm_resp outbind enquire_link enquire_link_resp submit_multi submit_multi_resp alert_notification data_sm data_sm_resp);
my %is_octets = map { $_ => 1 } qw(short_message);

sub add_link {
    my ($name, $socket) = @_;
    $links{$name} = { name => $name, socket => $socket, silent => 0 };
    $select->add($socket);
}

sub drop_link {
    my ($link) = @_;
    $select->remove($link->{socket});
    delete $links{ $link->{name} };
    close $link->{socket};
    tell_json(event => 'closed', link => $link->{name});
}

# Optional parameters are in a PDU under their tag and, where Net::SMPP knows one, under a name as well.
sub describe {
    my ($pdu) = @_;
    my %known = %{ Net::SMPP::param_tab() };
    my (%fields, %octets, %tlvs);
    for my $tag (grep { /^\d+$/ } keys %$pdu) {
        $tlvs{ $known{$tag} ? $known{$tag}{name} : $tag } = unpack 'H*', $pdu->{$tag};
    }
    for my $key (grep { !/^\d+$/ && !exists $tlvs{$_} } keys %$pdu) {
        next if $key =~ /^(cmd|status|seq|reserved|data|known_pdu)$/ || !defined $pdu->{$key};
        if ($is_octets{$key}) { $octets{$key} = unpack 'H*', $pdu->{$key} }
        else { $fields{$key} = $pdu->{$key} }
    }
    return (command => $commands{ $pdu->{cmd} } // $pdu->{cmd}, status => $pdu->{status} + 0, sequence => $pdu->{seq} + 0,
        fields => \%fields, octets => \%octets, tlvs => \%tlvs);
}

sub receive {
    my ($link) = @_;
    # A stale error number makes Net::SMPP's reader go round for ever.
    $! = 0;
    my $pdu = $link->{socket}->read_pdu();
    return drop_link($link) if !defined $pdu;
    if (!$link->{silent}) {
        $link->{socket}->enquire_link_resp(seq => $pdu->{seq}) if $pdu->{cmd} == Net::SMPP::CMD_enquire_link;
        $link->{socket}->unbind_resp(seq => $pdu->{seq}) if $pdu->{cmd} == Net::SMPP::CMD_unbind;
    }
    tell_json(event => 'pdu', link => $link->{name}, describe($pdu));
}

sub obey {
    my ($order) = @_;
    my $do = $order->{do};
    my $name = $order->{link};
    if ($do eq 'connect') {
        my $socket = Net::SMPP->new_connect('127.0.0.1', port => $order->{port}, %options);
        return tell_json(event => 'failed', link => $name, reason => "$!") if !$socket;
        add_link($name, $socket);
        return tell_json(event => 'connected', link => $name);
    }
    if ($do eq 'listen') {
        $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, %options) or die "cannot listen: $!\n";
        $select->add($listener);
        return tell_json(event => 'listening', port => $listener->sockport + 0);
    }
    # The other side may have closed it while the order was on its way.
    my $link = $links{$name} or return tell_json(event => 'gone', link => $name, ref => $order->{ref});
    return drop_link($link) if $do eq 'close';
    if ($do eq 'silence') { $link->{silent} = $order->{on} ? 1 : 0; return }
    my %octets = %{ $order->{octets} // {} };
    my @arguments = (%{ $order->{fields} // {} }, (map { $_ => pack 'H*', $octets{$_} } keys %octets),
        (map { $_->[0] => pack 'H*', $_->[1] } @{ $order->{tlvs} // [] }));
    my $method = Net::SMPP->can($order->{method}) or die "Net::SMPP cannot $order->{method}\n";
    my $sequence = $method->($link->{socket}, @arguments);
    tell_json(event => 'sent', link => $name, ref => $order->{ref}, sequence => $sequence + 0);
}

my $input = '';
while (1) {
    for my $ready ($select->can_read) {
        # An order of this round may have closed it.
        next if !defined fileno $ready;
        if (fileno($ready) == fileno(STDIN)) {
            my $count = sysread STDIN, $input, 65_536, length $input;
            next if !defined $count;
            exit 0 if !$count;
            while ($input =~ s/^([^\n]*)\n//) { obey($json->decode($1)) }
        } elsif ($listener && $ready == $listener) {
            my $socket = $listener->accept or next;
            my $name = 'in-' . ++$accepted;
            add_link($name, $socket);
            tell_json(event => 'accepted', link => $name);
        } else {
            my ($link) = grep { $_->{socket} == $ready } values %links;
            receive($link) if $link;
        }
    }
}
