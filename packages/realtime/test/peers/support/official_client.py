# The official Python client of the HTTP API, on our server. Prints one JSON text. Not called:
# terminate_user_connections, whose path in pusher 3.3.3 has no app.
import json
import sys

import pusher

app_id, key, secret, port, hook_body, hook_signature = sys.argv[1:]
client = pusher.Pusher(
    app_id=app_id, key=key, secret=secret, host="127.0.0.1", port=int(port), ssl=False
)
webhook = client.validate_webhook(key=key, signature=hook_signature, body=hook_body)
print(
    json.dumps(
        {
            "trigger": client.trigger(["orders", "presence-room"], "paid", {"id": 7}),
            "batch": client.trigger_batch(
                [{"channel": "orders", "name": "sent", "data": "text"}]
            ),
            "toUser": client.send_to_user("ann", "hello", {"from": "python"}),
            "channels": client.channels_info("presence-", ["user_count"]),
            "channel": client.channel_info("orders", ["subscription_count"]),
            "users": client.users_info("presence-room"),
            "token": client.authenticate("private-a", "1.2"),
            "webhook": webhook and webhook["events"],
        }
    )
)
