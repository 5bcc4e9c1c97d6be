// The official Java clients, of the WebSocket and of the HTTP API, on our server. Prints what they receive.
import com.pusher.client.Pusher;
import com.pusher.client.PusherOptions;
import com.pusher.client.channel.PresenceChannelEventListener;
import com.pusher.client.channel.PusherEvent;
import com.pusher.client.channel.User;
import com.pusher.rest.data.PresenceUser;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class OfficialClient {
  static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  public static void main(String[] args) throws Exception {
    String appId = args[0], key = args[1], secret = args[2], host = "127.0.0.1";
    int port = Integer.parseInt(args[3]);
    var rest = new com.pusher.rest.Pusher(appId, key, secret);
    rest.setHost(host + ":" + port);
    rest.setEncrypted(false);
    var options = new PusherOptions().setHost(host).setWsPort(port).setUseTLS(false);
    options.setChannelAuthorizer(
        (channel, socketId) ->
            channel.startsWith("presence-")
                ? rest.authenticate(socketId, channel, new PresenceUser("java", Map.of("name", "Java")))
                : rest.authenticate(socketId, channel));
    var pusher = new Pusher(key, options);
    var subscribed = new CountDownLatch(3);
    var received = new CountDownLatch(3);
    var listener =
        new PresenceChannelEventListener() {
          public void onSubscriptionSucceeded(String channel) {
            say("subscribed " + channel);
            subscribed.countDown();
          }

          public void onEvent(PusherEvent event) {
            say(event.getChannelName() + " " + event.getEventName() + " " + event.getData());
            if (event.getEventName().equals("paid")) received.countDown();
          }

          public void onAuthenticationFailure(String message, Exception error) {
            say("refused " + message);
          }

          public void onUsersInformationReceived(String channel, Set<User> users) {
            var ids = new TreeSet<String>();
            for (User user : users) ids.add(user.getId());
            say("members " + ids);
          }

          public void userSubscribed(String channel, User user) {
            say("joined " + user.getId());
          }

          public void userUnsubscribed(String channel, User user) {
            say("left " + user.getId());
          }
        };
    pusher.connect();
    pusher.subscribe("orders", listener, "paid");
    var chat = pusher.subscribePrivate("private-chat", listener, "paid");
    pusher.subscribePresence("presence-room", listener, "paid");
    if (!subscribed.await(10, TimeUnit.SECONDS)) throw new IllegalStateException("not subscribed");
    chat.trigger("client-typing", "{\"on\":true}");
    for (String channel : new String[] {"orders", "private-chat", "presence-room"})
      rest.trigger(channel, "paid", Map.of("id", 7));
    if (!received.await(10, TimeUnit.SECONDS)) throw new IllegalStateException("no event");
    say("channels " + rest.get("/channels").getMessage());
    pusher.disconnect();
    System.exit(0);
  }
}
