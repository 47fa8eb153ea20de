import { Form } from 'react-router'
import { Grouping } from '../exceptions/grouping.tsx'
import type { ShownIssue } from './issue.tsx'
import { Do } from './issue-actions.tsx'
import { PartByHand } from './part-by-hand.tsx'

/** Why its exceptions are together, and how one brings together and parts by hand. */
export function Together({ shown }: { readonly shown: ShownIssue }) {
  const { exception, merged } = shown
  return (
    <section className="section" aria-labelledby="together">
      <h2 id="together">Why these are together</h2>
      <div className="panel padded">
        {exception !== undefined && <Grouping exception={exception} />}
        {merged.length > 0 && (
          <>
            <p>Merged into it by hand:</p>
            <ul className="activity">
              {merged.map(issue => (
                <li key={issue}>
                  <Form method="post" preventScrollReset className="button-row">
                    <code className="break">{issue}</code>
                    <input type="hidden" name="part" value={issue} />
                    <Do what="part">Part it again</Do>
                  </Form>
                </li>
              ))}
            </ul>
          </>
        )}
        <PartByHand shown={shown} />
        <Form method="post" className="issue-actions">
          <label>
            <span>Merge it into issue</span>
            <input type="text" name="into" maxLength={128} autoComplete="off" spellCheck={false} />
          </label>
          <Do what="merge">Merge</Do>
        </Form>
      </div>
    </section>
  )
}
