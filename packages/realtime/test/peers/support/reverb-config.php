<?php

// The apps of Reverb for the peers suite: `peer` with the defaults, and others with one limit each.
$app = fn (string $id, array $limits = []) => [
    'app_id' => $id,
    'key' => "{$id}-key",
    'secret' => "{$id}-secret",
    'options' => [],
    'allowed_origins' => ['*'],
    'ping_interval' => 60,
    'activity_timeout' => 30,
    'max_message_size' => 10_000,
    'accept_client_events_from' => 'members',
    ...$limits,
];

return [
    'default' => 'reverb',
    'servers' => [
        'reverb' => [
            'host' => '127.0.0.1',
            'port' => 8080,
            'path' => '',
            'hostname' => null,
            'options' => ['tls' => []],
            'max_request_size' => 10_000,
            'scaling' => ['enabled' => false],
            'pulse_ingest_interval' => 15,
            'telescope_ingest_interval' => 15,
        ],
    ],
    'apps' => [
        'provider' => 'config',
        'apps' => [
            $app('peer'),
            $app('silent', ['accept_client_events_from' => 'none']),
            $app('single', ['max_connections' => 1]),
            $app('slow', ['rate_limiting' => [
                'enabled' => true,
                'max_attempts' => 5,
                'decay_seconds' => 60,
                'terminate_on_limit' => false,
            ]]),
            $app('foreign', ['allowed_origins' => ['acme.dev']]),
            $app('small', ['max_message_size' => 200]),
        ],
    ],
];
