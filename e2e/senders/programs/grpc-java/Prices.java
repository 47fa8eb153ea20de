import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Serves prices by gRPC, or asks for six of them: each sku of this shop ends a call in its own way. */
public class Prices {
  static final Map<String, Status> FAILURES = Map.of(
      "unknown", Status.NOT_FOUND.withDescription("no such sku"),
      "", Status.INVALID_ARGUMENT.withDescription("a sku is needed"),
      "broken", Status.INTERNAL.withDescription("the price list is damaged"),
      "busy", Status.UNAVAILABLE.withDescription("the price list is being read"));

  static final MethodDescriptor<String, String> GET = MethodDescriptor.<String, String>newBuilder()
      .setType(MethodDescriptor.MethodType.UNARY)
      .setFullMethodName("shop.Prices/Get")
      .setRequestMarshaller(new Text())
      .setResponseMarshaller(new Text())
      .build();

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    if (args[0].equals("serve")) serve(port);
    else ask(port);
  }

  static void serve(int port) throws Exception {
    ServerServiceDefinition service = ServerServiceDefinition.builder("shop.Prices")
        .addMethod(GET, ServerCalls.asyncUnaryCall((sku, answer) -> {
          Status failure = FAILURES.get(sku);
          if (failure != null) {
            answer.onError(failure.asRuntimeException());
            return;
          }
          answer.onNext("9.95");
          answer.onCompleted();
        }))
        .build();
    Server server = ServerBuilder.forPort(port).addService(service).build().start();
    System.out.println("serves");
    server.awaitTermination();
  }

  static void ask(int port) {
    ManagedChannel prices = connect(port);
    for (String sku : List.of("tea", "unknown", "", "broken", "busy")) get(prices, sku);
    get(connect(9), "tea");
  }

  static ManagedChannel connect(int port) {
    return ManagedChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
  }

  static void get(ManagedChannel channel, String sku) {
    try {
      ClientCalls.blockingUnaryCall(channel, GET, CallOptions.DEFAULT, sku);
    } catch (StatusRuntimeException failure) {
      System.out.println(failure.getStatus());
    }
  }

  /** Text instead of messages that a compiler would have to generate. */
  static class Text implements MethodDescriptor.Marshaller<String> {
    public InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
