/** The text of `--help`. */
export const usage = `Usage: sandbox [options]
       sandbox [options] exec -- <program> [arguments]

Starts mail, routing and realtime services on this machine, with a web page.
They listen on 127.0.0.1, by default on free ports, and connect to no other machine.

exec starts the services, runs a program with their environment variables, stops the
services when the program ends, and exits with its code.

Ports
  --page-port <port>      the web page
  --mail-port <port>      the mail services' HTTP APIs: /plunk, /resend, …
  --smtp-port <port>      the SMTP relay
  --routing-port <port>   Valhalla's API, and openrouteservice's below /ors
  --realtime-port <port>  the Pusher protocol

Behaviour
  --osm <file.osm.pbf>    use your OpenStreetMap extract instead of the made-up town
  --rate-limit <n/minute> limit the requests to each service (also n/second, n/hour)
  --strict                mail: accept only the printed keys and login; any or none without it
  --no-mail, --no-routing, --no-realtime, --no-page
                          disable a service or the page

Output
  --env                   print only the environment: export NAME=value
  --json                  print addresses and keys as one line of JSON
  --help, --version

Ctrl+C stops the sandbox.
`;
