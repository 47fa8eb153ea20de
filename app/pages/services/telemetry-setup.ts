/** A line of set-up in the language of an SDK, `telemetry.sdk.language`; undefined for one that has none of its own. */
type LineByLanguage = Readonly<Record<string, string>>

/** The line that sets an attribute of the span at work. */
export function setAttributeLine(language: string, name: string, value: string): string {
  const node = `trace.getActiveSpan()?.setAttribute('${name}', '${value}')`
  const lines: LineByLanguage = {
    python: `trace.get_current_span().set_attribute("${name}", "${value}")`,
    java: `Span.current().setAttribute("${name}", "${value}");`,
    go: `trace.SpanFromContext(ctx).SetAttributes(attribute.String("${name}", "${value}"))`,
    dotnet: `Activity.Current?.SetTag("${name}", "${value}");`,
    ruby: `OpenTelemetry::Trace.current_span.set_attribute('${name}', '${value}')`,
    php: `Span::getCurrent()->setAttribute('${name}', '${value}');`,
  }
  return lines[language] ?? node
}

/** The line that sets attributes of the resource, all at once: a second one would replace the first. */
export function setResourceLine(language: string, attributes: readonly { name: string; value: string }[]): string {
  const variable = `OTEL_RESOURCE_ATTRIBUTES=${attributes.map(({ name, value }) => `${name}=${value}`).join()}`
  const pairs = attributes.map(({ name, value }) => `'${name}': '${value}'`).join(', ')
  // A browser has no variables.
  return language === 'webjs' ? `resource: defaultResource().merge(resourceFromAttributes({ ${pairs} }))` : variable
}

/** The line that ends a span when its work is done. */
export function endSpanLine(language: string): string {
  const node = 'try { await work() } finally { span.end() }'
  const lines: LineByLanguage = {
    python: 'with tracer.start_as_current_span("work"): work()',
    java: 'try { work(); } finally { span.end(); }',
    go: 'defer span.End()',
    dotnet: 'using var activity = source.StartActivity("work");',
  }
  return lines[language] ?? node
}

/** The line that records an exception with its stack. */
export function recordExceptionLine(language: string): string {
  const node = 'span.recordException(error) // the Error itself, not its message'
  const lines: LineByLanguage = {
    python: 'span.record_exception(error)  # inside of except',
    java: 'span.recordException(throwable);',
    go: 'span.RecordError(err, trace.WithStackTrace(true))',
    dotnet: 'activity?.AddException(exception);',
    ruby: 'span.record_exception(error)',
    php: '$span->recordException($exception);',
  }
  return lines[language] ?? node
}

/** The line that updates an SDK. */
export function updateLine(language: string): string {
  const lines: LineByLanguage = {
    nodejs: 'npm install @opentelemetry/sdk-node@latest @opentelemetry/auto-instrumentations-node@latest',
    webjs: 'npm install @opentelemetry/sdk-trace-web@latest',
    python: 'pip install --upgrade opentelemetry-distro opentelemetry-exporter-otlp',
    java: 'curl -LO https://github.com/open-telemetry/opentelemetry-java-instrumentation/releases/latest/download/opentelemetry-javaagent.jar',
    go: 'go get go.opentelemetry.io/otel/sdk@latest',
    dotnet: 'dotnet add package OpenTelemetry.Extensions.Hosting',
  }
  return lines[language] ?? 'OTEL_SEMCONV_STABILITY_OPT_IN=http,database'
}

/** The line that writes the ids of trace and span into logs. */
export function correlateLogsLine(language: string): string {
  const lines: LineByLanguage = {
    python: 'OTEL_PYTHON_LOG_CORRELATION=true',
    nodejs: 'OTEL_NODE_ENABLED_INSTRUMENTATIONS=http,pino,winston,bunyan',
    java: 'OTEL_INSTRUMENTATION_LOGBACK_MDC_ENABLED=true',
    go: 'slog.ErrorContext(ctx, "payment failed") // by otelslog, with the context of the span',
  }
  return lines[language] ?? 'OTEL_LOGS_EXPORTER=otlp'
}

/** Variables that all SDKs read, and what is set elsewhere. */
export const SETUP = {
  newNames: 'OTEL_SEMCONV_STABILITY_OPT_IN=http,database',
  endpoint: 'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 # of the caller',
  queue: 'OTEL_BSP_MAX_QUEUE_SIZE=8192',
  logsExporter: 'OTEL_LOGS_EXPORTER=otlp',
  jsonParser:
    'operators: [{ type: json_parser, severity: { parse_from: attributes.level } }] # of the filelog receiver',
  graphql: 'new GraphQLInstrumentation({ responseHook: (span, { errors }) => errors && span.setStatus({ code: 2 }) })',
  clock: 'timedatectl set-ntp true',
  sdk: 'resource: defaultResource().merge(resource)',
} as const

/** The first release of 2025 of SDKs whose versions tell their age; older ones send names that have changed since. */
const FIRST_OF_2025: LineByLanguage = {
  nodejs: '2.0.0',
  webjs: '2.0.0',
  python: '1.30.0',
  java: '1.46.0',
  go: '1.34.0',
  dotnet: '1.11.0',
}

/** Tells if an SDK is of 2024 or before; undefined if that is not known. */
export function isOldSdk(language: string, version: string): boolean | undefined {
  const first = FIRST_OF_2025[language]
  if (first === undefined || !/^\d+\.\d+/.test(version)) return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [firstMajor = 0, firstMinor = 0] = first.split('.').map(Number)
  return major < firstMajor || (major === firstMajor && minor < firstMinor)
}

const LANGUAGES: LineByLanguage = {
  nodejs: 'Node.js',
  webjs: 'browsers',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  dotnet: '.NET',
  ruby: 'Ruby',
  php: 'PHP',
  rust: 'Rust',
  cpp: 'C++',
  erlang: 'Erlang',
  swift: 'Swift',
}

/** The name of a language for the reader. */
export const nameLanguage = (language: string): string => LANGUAGES[language] ?? language
