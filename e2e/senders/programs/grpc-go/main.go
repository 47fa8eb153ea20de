// Command prices serves prices by gRPC and asks for six of them: each sku of this shop ends a call in its own way.
package main

import (
	"context"
	"net"
	"os"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	pb "google.golang.org/grpc/examples/helloworld/helloworld"
	"google.golang.org/grpc/status"
)

var failures = map[string]error{
	"unknown": status.Error(codes.NotFound, "no such sku"),
	"":        status.Error(codes.InvalidArgument, "a sku is needed"),
	"broken":  status.Error(codes.Internal, "the price list is damaged"),
	"busy":    status.Error(codes.Unavailable, "the price list is being read"),
}

type prices struct {
	pb.UnimplementedGreeterServer
}

func (prices) SayHello(_ context.Context, sku *pb.HelloRequest) (*pb.HelloReply, error) {
	return &pb.HelloReply{Message: "9.95"}, failures[sku.GetName()]
}

func main() {
	ctx := context.Background()
	otel.SetTextMapPropagator(propagation.TraceContext{})
	ofServer, ofClient := tracing(ctx, "grpc-go-prices"), tracing(ctx, "grpc-go-shop")

	listener := must(net.Listen("tcp", "127.0.0.1:"+os.Args[1]))
	server := grpc.NewServer(grpc.StatsHandler(otelgrpc.NewServerHandler(otelgrpc.WithTracerProvider(ofServer))))
	pb.RegisterGreeterServer(server, prices{})
	go server.Serve(listener)

	connect := func(address string) pb.GreeterClient {
		handler := grpc.WithStatsHandler(otelgrpc.NewClientHandler(otelgrpc.WithTracerProvider(ofClient)))
		return pb.NewGreeterClient(must(grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()), handler)))
	}
	shop := connect(listener.Addr().String())
	for _, sku := range []string{"tea", "unknown", "", "broken", "busy"} {
		shop.SayHello(ctx, &pb.HelloRequest{Name: sku})
	}
	connect("127.0.0.1:9").SayHello(ctx, &pb.HelloRequest{Name: "tea"})

	time.Sleep(100 * time.Millisecond) // A server's span ends after its client has the answer.
	ofServer.Shutdown(ctx)
	ofClient.Shutdown(ctx)
}

func tracing(ctx context.Context, service string) *trace.TracerProvider {
	named := must(resource.Merge(resource.Default(), resource.NewSchemaless(attribute.String("service.name", service))))
	return trace.NewTracerProvider(trace.WithBatcher(must(otlptracehttp.New(ctx))), trace.WithResource(named))
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}
