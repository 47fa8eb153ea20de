import { ProxyTracerProvider, trace } from '@opentelemetry/api'

/** True if a tracer provider is registered already: the API keeps the first, and ours would make no spans. */
export function isOtherSdkStarted(): boolean {
  const provider = trace.getTracerProvider()
  const delegate = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider
  return delegate !== new ProxyTracerProvider().getDelegate()
}
