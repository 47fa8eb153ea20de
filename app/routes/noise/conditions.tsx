import { pluralize } from '../../format/count.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { PreviewForm } from './preview-form.tsx'
import { PreviewResult } from './preview-result.tsx'
import type { ConditionsPreview } from './preview-rule.server.ts'

interface ConditionsProps {
  readonly rule: string
  readonly preview: ConditionsPreview
  readonly timeText: string
}

/** The rule's active conditions, and a form to preview others. */
export function DropRuleConditions({ rule, preview, timeText }: ConditionsProps) {
  if ('fault' in preview) {
    return (
      <section className="section" aria-labelledby="conditions">
        <h2 id="conditions">Conditions</h2>
        <p className="notice break">Conditions unavailable. {preview.fault}</p>
      </section>
    )
  }
  const { conditions, filterErrors, unlike, result } = preview
  return (
    <div className="section side-by-side">
      <section aria-labelledby="conditions">
        <h2 id="conditions">Current conditions</h2>
        <ol className="panel padded conditions">
          {conditions.map(({ param, list, number, text }) => (
            <li key={param}>
              <p className="muted small">
                Condition {number} of <code>{list}</code>
              </p>
              <pre>{text}</pre>
            </li>
          ))}
        </ol>
        {unlike > 0 ? (
          <p className="notice">
            {pluralize(unlike, 'sample')} from the last 24 h {unlike === 1 ? 'does' : 'do'} not match these conditions.
            The Collector ran with different conditions or uses a different configuration file.
          </p>
        ) : (
          <p className="muted small note">
            Read from the Collector configuration when Errata started. All samples from the last 24 h match.
          </p>
        )}
      </section>
      <section aria-labelledby="try">
        <h2 id="try">Preview changes</h2>
        {result !== undefined && (
          <DeferredSection of={result} name="Preview">
            {answer =>
              'fault' in answer ? (
                <p className="notice bad-notice" role="alert">
                  Invalid regular expression (RE2 syntax).
                </p>
              ) : (
                <PreviewResult {...answer} timeText={timeText} />
              )
            }
          </DeferredSection>
        )}
        <PreviewForm rule={rule} conditions={conditions} filterErrors={filterErrors} />
      </section>
    </div>
  )
}
