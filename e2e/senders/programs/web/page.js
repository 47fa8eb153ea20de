// As the documentation sets the web SDK up. Each button asks the server for a price.
import { ZoneContextManager } from '@opentelemetry/context-zone'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { DocumentLoadInstrumentation } from '@opentelemetry/instrumentation-document-load'
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch'
import { UserInteractionInstrumentation } from '@opentelemetry/instrumentation-user-interaction'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, WebTracerProvider } from '@opentelemetry/sdk-trace-web'

const exporter = new OTLPTraceExporter({ url: `${ENDPOINT}/v1/traces` })
const provider = new WebTracerProvider({
  resource: defaultResource().merge(
    resourceFromAttributes({ 'service.name': 'web-storefront', 'service.version': '3' }),
  ),
  spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 200 })],
})
provider.register({ contextManager: new ZoneContextManager() })
registerInstrumentations({
  instrumentations: [
    new DocumentLoadInstrumentation(),
    new UserInteractionInstrumentation(),
    new FetchInstrumentation({ ignoreUrls: [/v1\/traces/] }),
  ],
})

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', async () => {
    await fetch(`/prices/${button.id}`)
    document.title = button.id
  })
}
