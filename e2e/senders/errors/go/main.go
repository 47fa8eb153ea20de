// A shop whose card is always declined: the error is logged by slog and recorded on the request's span.
package main

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"os"

	"go.opentelemetry.io/contrib/bridges/otelslog"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

type cardDeclined struct{}

func (cardDeclined) Error() string { return "no money" }

func charge() error { return cardDeclined{} }

func pay(w http.ResponseWriter, r *http.Request) {
	if err := charge(); err != nil {
		trace.SpanFromContext(r.Context()).RecordError(err)
		slog.ErrorContext(r.Context(), "payment failed", "error", err)
		http.Error(w, "failed", http.StatusInternalServerError)
	}
}

func main() {
	ctx := context.Background()
	spans, err := otlptracehttp.New(ctx)
	if err != nil {
		log.Fatal(err)
	}
	records, err := otlploghttp.New(ctx)
	if err != nil {
		log.Fatal(err)
	}
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithBatcher(spans)))
	logs := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(records)))
	slog.SetDefault(otelslog.NewLogger("shop", otelslog.WithLoggerProvider(logs)))
	http.Handle("/pay", otelhttp.NewHandler(http.HandlerFunc(pay), "pay"))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
