export interface BrowserOptions {
  /** Path or URL below which `/v1/traces` and `/v1/logs` accept OTLP/JSON. Default `/otlp`. */
  readonly endpoint?: string
  /** `service.name`, for an endpoint that does not set it itself as the relay does. Default `browser`. */
  readonly serviceName?: string
  /** `service.version`. Default: that of the Vite plugin. */
  readonly release?: string
  /** `deployment.environment.name`. Unset by default. */
  readonly environment?: string
  /** Other origins, such as `https://api.example.com`, whose requests are traced with a `traceparent` header. Default: none. */
  readonly traceOrigins?: readonly string[]
  /**
   * Paths, such as `/api/export`, to which and below which no `traceparent` header is sent, because they redirect to another origin. Default:
   * none.
   */
  readonly noTraceparentPaths?: readonly string[]
  /** Query parameters whose values may be stored. Default: none. */
  readonly allowedParams?: readonly string[]
  /** Share of traces to keep, 0 to 1, decided by trace id as on the server. Logs are always kept. Default 1. */
  readonly sampleRatio?: number
  /** `user.id` of everything sent from now on; called for each record. Default: none. */
  readonly user?: () => string | undefined
  /**
   * If it returns false or throws: no `user.id`, no `user_agent.original`, and nothing is stored in the browser. Called for everything that
   * is sent. Default: true.
   */
  readonly consent?: () => boolean
  /**
   * Called last for each span and log record; may change its attributes; false drops it. So does an exception, which is counted. Default:
   * all are sent.
   */
  readonly beforeSend?: (record: OutgoingRecord) => boolean
  /** Whether the console shows the trace id of a client-side exception. Default: true, because error screens refer to it. */
  readonly consoleErrors?: boolean
}

/** The argument of `beforeSend`. */
export interface OutgoingRecord {
  readonly signal: 'span' | 'log'
  /** Name of the span, or event name of the log record. */
  readonly name: string
  readonly attributes: Record<string, unknown>
}
