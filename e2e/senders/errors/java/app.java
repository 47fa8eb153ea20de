import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A shop whose card is always declined: java.util.logging logs the error, and the request's span records it. */
class Shop {
  static class CardDeclined extends RuntimeException {
    CardDeclined(String message) {
      super(message);
    }
  }

  static void charge(int amount) {
    throw new CardDeclined("no money");
  }

  static void pay(HttpExchange exchange) throws IOException {
    try {
      charge(3);
    } catch (CardDeclined declined) {
      Logger.getLogger("shop").log(Level.SEVERE, "payment failed", declined);
      throw declined;
    }
  }

  public static void main(String[] args) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.createContext("/pay", Shop::pay);
    server.start();
  }
}
