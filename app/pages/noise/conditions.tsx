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
  const isPreviewed = !('fault' in preview) && (preview.result !== undefined || preview.filterErrors.length > 0)
  return (
    <section aria-labelledby="conditions">
      <h2 id="conditions">Conditions</h2>
      {'fault' in preview ? (
        <p className="notice warn-notice break">Conditions unavailable. {preview.fault}</p>
      ) : (
        <>
          <CurrentConditions {...preview} />
          <details id="try" open={isPreviewed}>
            <summary className="button">Preview changes, without saving</summary>
            {preview.result !== undefined && (
              <DeferredSection result={preview.result} name="Preview">
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
            <PreviewForm rule={rule} conditions={preview.conditions} filterErrors={preview.filterErrors} />
          </details>
        </>
      )}
    </section>
  )
}

function CurrentConditions({ conditions, unlike }: Exclude<ConditionsPreview, { readonly fault: string }>) {
  return (
    <>
      <ol className="panel padded conditions">
        {conditions.map(({ param, list, number, text }) => (
          <li key={param}>
            <p className="muted small">
              Condition {number} of <code>{list}</code>
            </p>
            <pre className="break">{text}</pre>
          </li>
        ))}
      </ol>
      {unlike > 0 ? (
        <p className="notice warn-notice">
          {pluralize(unlike, 'sample')} of the last 24 h {unlike === 1 ? 'does' : 'do'} not match these conditions: the
          Collector ran with others, or uses another configuration file.
        </p>
      ) : (
        <p className="muted small note">
          Read from the Collector’s configuration when Errata started. All samples from the last 24 h match.
        </p>
      )}
    </>
  )
}
