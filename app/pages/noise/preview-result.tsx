import type { DropPreview } from '../../../store/drop-preview/drop-preview.ts'
import type { DropConditionContext } from '../../../store/drop-preview/parse-condition.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { describeAssignee } from '../../format/issue-state.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { issuePath } from '../../url/issue-filters.ts'

/** A sample that the conditions would keep. */
interface NoLongerMatched {
  readonly id: string
  readonly title: string
}

interface PreviewResultProps {
  readonly removable: ReadonlyMap<DropConditionContext, DropPreview>
  readonly samples: { readonly total: number; readonly left: readonly NoLongerMatched[] }
  readonly timeText: string
}

const CONTEXT_NOUNS = { log: 'log record', span: 'span', spanevent: 'span event' } as const
const MAX_SHOWN = 6

/** The preview: stored data that the conditions would drop, and dropped samples that they would keep. */
export function PreviewResult({ removable, samples, timeText }: PreviewResultProps) {
  const { left, total } = samples
  return (
    <section className="panel padded preview-result break" aria-label="Preview" role="status">
      {[...removable].map(([context, of]) => (
        <div key={context}>
          <p>{describeDropPreview(context, of, timeText)}</p>
          {of.of.length > 0 && (
            <ul>
              {of.of.map(({ issue, service, type, message, exceptions, state }) => (
                <li key={`${issue} ${service}`}>
                  <ScopedLink to={issuePath(issue)}>{[type, message].filter(Boolean).join(': ')}</ScopedLink>{' '}
                  <ServiceName name={service} />{' '}
                  <span className="muted">
                    {[pluralize(exceptions, 'exception'), describeAssignee(state)].filter(Boolean).join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {total === 0 ? (
        <p>This rule has no samples to preview.</p>
      ) : (
        <p>
          {left.length === 0
            ? `Matches all ${formatCount(total)} samples of the last 24 h.`
            : `Would no longer match ${formatCount(left.length)} of ${pluralize(total, 'sample')} from the last 24 h${left.length > MAX_SHOWN ? ', the latest:' : ':'}`}
        </p>
      )}
      {left.length > 0 && (
        <ul>
          {left.slice(0, MAX_SHOWN).map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Describes what one kind of stored item the conditions would have dropped. */
export function describeDropPreview(
  context: DropConditionContext,
  { items, traces, exceptions, issues, assigned, acknowledged }: DropPreview,
  timeText: string,
): string {
  const things = pluralize(items, CONTEXT_NOUNS[context])
  if (items === 0) return `The conditions would have dropped ${things} of the stored data (${timeText}).`
  const of = traces === 0 ? '' : ` of ${pluralize(traces, 'trace')}`
  const kinds = [
    ...(assigned === 0 ? [] : [`${formatCount(assigned)} of them assigned`]),
    ...(acknowledged === 0 ? [] : [`${formatCount(acknowledged)} ${assigned === 0 ? 'of them ' : ''}acknowledged`]),
  ]
  const worked = kinds.map(kind => `, ${kind}`).join('')
  const with_ =
    exceptions === 0
      ? 'no exceptions'
      : `including ${pluralize(exceptions, 'exception')} of ${pluralize(issues, 'issue')}${worked}`
  return `The conditions would have dropped ${things}${of} of the stored data (${timeText}), ${with_}.`
}
