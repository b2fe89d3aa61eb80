#!/usr/bin/env perl
# Sends requests with Perl's LWP::UserAgent. In: [{"url", "format", "headers", "fields"}] as JSON. Out: [{"status", "text"}].
use strict;
use warnings;
use HTTP::Request::Common qw(GET POST);
use JSON::PP ();
use LWP::UserAgent;
use URI;

my $json  = JSON::PP->new->utf8->canonical;
my $agent = LWP::UserAgent->new;

sub request_for {
    my ($order) = @_;
    my ($url, $format, $fields, @headers) = (@$order{qw(url format fields)}, %{ $order->{headers} });
    return POST($url, @headers, Content => $fields) if $format eq 'form';
    return POST($url, @headers, 'Content-Type' => 'application/json', Content => $json->encode($fields)) if $format eq 'json';
    my $uri = URI->new($url);
    $uri->query_form($fields);
    return GET($uri, @headers);
}

sub answer_to {
    my $response = $agent->request(request_for(@_));
    return { status => 0 + $response->code, text => $response->decoded_content };
}

my $orders = $json->decode(do { local $/; <STDIN> });
print $json->encode([ map { answer_to($_) } @$orders ]);
