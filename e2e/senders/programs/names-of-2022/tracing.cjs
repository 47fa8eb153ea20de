// As the documentation of 2022 set it up.
const { getNodeAutoInstrumentations } = require('@opentelemetry/auto-instrumentations-node')
const { OTLPTraceExporter } = require('@opentelemetry/exporter-trace-otlp-http')
const { NodeSDK } = require('@opentelemetry/sdk-node')

const instrumentations = [getNodeAutoInstrumentations({ '@opentelemetry/instrumentation-fs': { enabled: false } })]
new NodeSDK({ traceExporter: new OTLPTraceExporter(), instrumentations }).start()
