import { z } from 'zod'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { loadTraceExcerpt } from '../../parts/event-context/load-trace-excerpt.server.ts'
import { parseExceptionAddress } from '../../url/exception-path.ts'
import { defineOperation } from '../define/operation.ts'
import { Problem } from '../define/problem.ts'
import { count, durationMs, isBrowser, time, writeMs, writeTime } from '../define/values.ts'
import { repeatedSpans, spanBasics, spanPlace, writeRepeated, writeSpan, writeSpanPlace } from './span-fields.ts'

/** Answers what the page of an issue shows around an exception. */
export const getExceptionContextOperation = defineOperation({
  ...{ id: 'getExceptionContext', method: 'GET', path: '/exceptions/{exception}/context', permission: 'viewer' },
  tag: 'Exceptions',
  summary: 'Reads what happened around an exception',
  description:
    'The steps of its session in the hour before, the spans of its trace around it, and the nearest log records.',
  params: z.object({ exception: z.string().meta({ description: 'Id of the exception.' }) }),
  query: z.strictObject({}),
  answer: z
    .object({
      steps: z
        .array(
          z.object({
            id: z.string(),
            time,
            kind: z.string().meta({ description: 'span, log or exception; more may come.' }),
            service: z.string(),
            route: z.string(),
            title: z.string().meta({ description: 'What happened, as the page says it.' }),
            detail: z.string(),
            failed: z.boolean(),
            trace_id: z.string(),
            span_id: z.string(),
            duration_ms: durationMs,
          }),
        )
        .meta({ description: 'At most 30, oldest first, with the exception itself.' }),
      has_more_steps: z.boolean(),
      trace: z
        .object({
          id: z.string(),
          total_spans: count,
          failed_spans: count,
          spans: z
            .array(z.object({ ...spanBasics, ...spanPlace, hidden_below: count }))
            .meta({ description: 'Its ancestors, failed spans below it, and what is beside them. At most 24.' }),
          repeated: repeatedSpans,
          answers: z.string().meta({ description: 'What the failed service answered, and what the visitor got.' }),
        })
        .nullable()
        .meta({ description: 'null outside of a trace, or if its spans have expired.' }),
      logs: z
        .array(
          z.object({
            id: z.string(),
            when: z.string(),
            severity: z.string(),
            service: z.string(),
            is_browser: isBrowser,
            body: z.string(),
          }),
        )
        .meta({ description: 'The nearest records of its trace, at most 6, oldest first.' }),
    })
    .meta({ id: 'ExceptionContext' }),
  async run(asked, { params }) {
    const address = parseExceptionAddress(params.exception)
    const found = address && (await asked.ask(getException, address))
    const context = found && (await asked.ask(loadTraceExcerpt, found))
    if (context === undefined) throw new Problem('not-found', 'There is no such exception, or it has expired.')
    const { excerpt, repeated, answers, logs, steps, hasMoreSteps } = context
    return {
      steps: steps.toReversed().map(step => ({
        id: step.id,
        time: writeTime(step.atNs),
        kind: step.kind,
        service: step.service,
        route: step.route,
        title: step.title,
        detail: [step.detail, step.mark?.label, ...(step.facts ?? []).map(({ label }) => label)]
          .filter(Boolean)
          .join(', '),
        failed: step.failed,
        trace_id: step.traceId,
        span_id: step.spanId,
        duration_ms: writeMs(step.durationNs),
      })),
      has_more_steps: hasMoreSteps,
      trace:
        excerpt === undefined
          ? null
          : {
              id: excerpt.traceId,
              total_spans: excerpt.totalSpans,
              failed_spans: excerpt.failedSpans,
              spans: excerpt.spans.map(span => ({
                ...writeSpan(span),
                ...writeSpanPlace(span),
                hidden_below: span.hiddenBelow,
              })),
              repeated: repeated.map(writeRepeated),
              answers,
            },
      logs: logs.map(({ id, when, severity, service, isBrowser, text }) => ({
        ...{ id, when, severity, service, is_browser: isBrowser, body: text },
      })),
    }
  },
})
