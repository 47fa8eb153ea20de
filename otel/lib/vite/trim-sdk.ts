import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Parts of OpenTelemetry's tracing SDK that do nothing in a browser, by file; trim-sdk.test.ts holds them to the installed version. */
const unusedParts: Readonly<Record<string, readonly RegExp[]>> = {
  'Span.js': [inspectMethod()],
  'Tracer.js': [
    inspectMethod(),
    // Counts its own spans, for a meter that nobody provides.
    /^ *const meter = options\.meterProvider\.getMeter\([^)]*\);\n/m,
    /^ *this\._tracerMetrics = new TracerMetrics\(meter\);\n/m,
    /^ *const recordEndMetrics = this\._tracerMetrics\.startSpan\([^)]*\);\n/m,
    /^ *recordEndMetrics,\n/m,
  ],
  'TracerProvider.js': [
    inspectMethod(),
    /^ *meterProvider: options\.meterProvider \?\? \{\n *getMeter\(\) \{\n.*\n *\},\n *\},\n/m,
  ],
}

/** What Node's console prints of an object. */
function inspectMethod(): RegExp {
  return /^ {4}\[inspectCustom\]\([^)]*\) \{\n[\s\S]*?^ {4}\}\n/m
}

/** Our own copy, which has one version: an app's other one stays as it is. With slashes, as Vite writes paths. */
const sdkFolder = createRequire(import.meta.url)
  .resolve('@opentelemetry/sdk-trace/package.json')
  .replaceAll('\\', '/')
  .replace(/package\.json$/, 'build/esm/')

/**
 * Leaves out of a browser's build what the tracing SDK has for Node's console and for metrics about itself: 0.9 KB of 25. An app that gives
 * a `TracerProvider` of its own a `meterProvider` in the browser gets no `otel.sdk.span.*` metrics of it.
 */
export const trimSdk: Plugin = {
  name: 'errata-otel:trim-sdk',
  apply: 'build',
  transform(code, id) {
    if (this.environment.config.consumer !== 'client' || !id.startsWith(sdkFolder)) return undefined
    const trimmed = trimSdkFile(id.slice(sdkFolder.length), code)
    return trimmed === undefined ? undefined : { code: trimmed, map: null } // no line moves
  },
}

/** @returns Undefined if the file has nothing to leave out, or is not as expected. */
export function trimSdkFile(file: string, code: string): string | undefined {
  const parts = unusedParts[file]
  if (parts === undefined || !parts.every(part => part.test(code))) return undefined
  return parts.reduce((rest, part) => rest.replace(part, text => text.replace(/[^\n]/g, '')), code)
}
