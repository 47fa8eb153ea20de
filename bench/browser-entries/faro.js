import { getWebInstrumentations, initializeFaro } from '@grafana/faro-web-sdk'
import { TracingInstrumentation } from '@grafana/faro-web-tracing'

initializeFaro({
  url: `${location.origin}/collect`,
  app: { name: 'bench' },
  instrumentations: [...getWebInstrumentations(), new TracingInstrumentation()],
})
