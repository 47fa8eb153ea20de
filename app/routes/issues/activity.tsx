import { Form } from 'react-router'
import type { Stated } from '../../../store/issue-events/list-issue-history.ts'
import { formatCount } from '../../format/count.ts'
import { InlineMoment } from '../../ui/elements/timestamp.tsx'
import { muteInWords, resolveInWords } from './describe-state.ts'
import { MOST_NOTE_CHARS } from './issue-action.ts'
import { Do } from './issue-actions.tsx'

import type { ShownIssue } from './load-issue.server.ts'
import type { Refused } from './run-action.server.ts'

/** Who said what of an issue, newest first; what was taken back stays, struck out. */
export function Activity({ shown, refused }: { readonly shown: ShownIssue; readonly refused: Refused | undefined }) {
  const { history, nowMs, issue } = shown
  return (
    <section className="section" aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      <div className="panel padded">
        <Form method="post" preventScrollReset className="issue-actions" key={history.length}>
          <label htmlFor="note">
            Note <span className="muted small">at most {formatCount(MOST_NOTE_CHARS)} characters</span>
          </label>
          <textarea
            id="note"
            name="note"
            maxLength={MOST_NOTE_CHARS}
            aria-invalid={refused?.field === 'note' || undefined}
            defaultValue={refused?.sent.find(([name]) => name === 'note')?.[1]}
          />
          <Do what="note">Add the note</Do>
        </Form>
        {history.length === 0 ? (
          <p className="muted">Nobody said anything of it yet.</p>
        ) : (
          <ol className="activity">
            {history.map(said => (
              <li key={`${said.batch} ${said.issue} ${said.what}`}>
                <span className={said.isUndone ? 'undone' : undefined}>
                  {said.who === '' ? 'Somebody' : said.who} {inWords(said, issue)}
                </span>{' '}
                <span className="muted small">
                  <InlineMoment atNs={said.atNs} nowMs={nowMs} />
                </span>
                {said.what === 'note' && !said.isUndone && <p>{said.value}</p>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function inWords({ what, value, issue }: Stated, page: string): string {
  switch (what) {
    case 'acknowledged':
      return value === '' ? 'took the acknowledgement back' : 'acknowledged it'
    case 'owner':
      return value === '' ? 'left it without an owner' : `assigned it to ${value}`
    case 'note':
      return 'noted'
    case 'muted':
      return value === '' ? 'unmuted it' : `muted it ${muteInWords(value)}`
    case 'resolved':
      return value === '' ? 'reopened it' : `resolved it ${resolveInWords(value)}`
    case 'merged':
      return value === '' ? 'unmerged it' : issue === page ? `merged it into ${value}` : `merged ${issue} into it`
    case 'rule':
      return value === '' ? 'ended the rule that makes it' : 'applied the rule that makes it'
    case 'undo':
      return 'took back what had been done'
  }
}
