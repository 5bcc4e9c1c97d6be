/** What `--help` prints. */
export const usage = `Usage: sandbox [options]
       sandbox [options] exec -- <program> [arguments]

Mail, routing and realtime services on this machine, and one web page to look at them.
Everything listens on 127.0.0.1, on free ports by default; nothing connects outwards.

exec starts the services, runs the program with the environment variables that point to
them, stops the services when the program ends, and exits with its code.

Ports
  --page-port <port>      the web page
  --mail-port <port>      Plunk's HTTP API
  --smtp-port <port>      the SMTP relay
  --routing-port <port>   Valhalla's API, and openrouteservice's below /ors
  --realtime-port <port>  the Pusher protocol

Behaviour
  --osm <file.osm.pbf>    route over your own OpenStreetMap extract instead of the made-up town
  --rate-limit <n/minute> refuse more requests than this on every service (also n/second, n/hour)
  --no-mail, --no-routing, --no-realtime, --no-page
                          leave a part out

Output
  --env                   print only lines to evaluate: export NAME=value
  --json                  print everything as one line of JSON
  --help, --version

Stop it with Ctrl+C.
`;
