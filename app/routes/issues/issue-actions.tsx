import type { ActionFault } from './run-action.server.ts'

interface IssueActionsProps {
  readonly who: string
  /** Offered as the release with the fix, newest first. */
  readonly releases: readonly string[]
  /** Of one issue: what would change nothing is left out. */
  readonly of?: { readonly isOwned: boolean; readonly isResolved: boolean }
  /** It stands here again, with the field marked that has to be filled. */
  readonly actionError?: ActionFault | undefined
}

/** What can be said of issues: controls of one form, which works without scripts. */
export function IssueActions({
  who,
  releases,
  of = { isOwned: true, isResolved: true },
  actionError,
}: IssueActionsProps) {
  const was = (field: string) => actionError?.sent.find(([name]) => name === field)?.[1]
  // Without scripts the page opens at it; with them, `ActionError` leads there.
  const filled = (field: string) => ({
    name: field,
    autoFocus: actionError?.field === field,
    'aria-invalid': actionError?.field === field || undefined,
  })
  return (
    <div className="issue-actions">
      {/* What Enter in a field presses: the field says what is meant. */}
      <button type="submit" name="do" value="typed" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {actionError?.field === 'who' && <input type="hidden" name="meant" value={was('meant') ?? was('do')} />}
      {who === '' && (
        <label>
          <span>Your name</span>
          <input
            type="text"
            {...filled('who')}
            maxLength={60}
            autoComplete="nickname"
            placeholder="who says so"
            defaultValue={was('who')}
          />
        </label>
      )}
      <span className="button-row">
        <ActionButton what="acknowledge">Acknowledge</ActionButton>
        <ActionButton what="mine" keys="i">
          To me
        </ActionButton>
      </span>
      <fieldset>
        <legend className="visually-hidden">Resolve</legend>
        <select name="in" aria-label="Resolved in" aria-keyshortcuts="Shift+E" defaultValue={was('in') ?? 'now'}>
          <option value="now">as of now</option>
          <option value="next">in the next release</option>
          <option value="release">in release …</option>
        </select>
        <input
          type="text"
          {...filled('release')}
          list="releases"
          maxLength={200}
          placeholder="release"
          aria-label="Release"
          defaultValue={was('release')}
        />
        <datalist id="releases">
          {releases.map(release => (
            <option key={release} value={release} />
          ))}
        </datalist>
        <ActionButton what="resolve" keys="e">
          Resolve
        </ActionButton>
      </fieldset>
      <fieldset>
        <legend className="visually-hidden">Mute</legend>
        <select name="until" aria-label="Muted until" defaultValue={was('until') ?? 'events'}>
          <option value="events">until so many more</option>
          <option value="sessions">until so many more sessions</option>
          <option value="rate">until so many an hour</option>
          <option value="1h">for an hour</option>
          <option value="1d">for a day</option>
          <option value="7d">for a week</option>
          <option value="30d">for thirty days</option>
        </select>
        <input
          type="text"
          {...filled('count')}
          inputMode="numeric"
          defaultValue={was('count') ?? '100'}
          maxLength={7}
          aria-label="How many"
        />
        <ActionButton what="mute" keys="m">
          Mute
        </ActionButton>
      </fieldset>
      <fieldset>
        <legend className="visually-hidden">Assign</legend>
        <input
          type="text"
          {...filled('owner')}
          maxLength={60}
          placeholder="owner"
          aria-label="Owner"
          aria-keyshortcuts="a"
          defaultValue={was('owner')}
        />
        <ActionButton what="assign">Assign</ActionButton>
        {of.isOwned && <ActionButton what="unassign">No owner</ActionButton>}
      </fieldset>
      {of.isResolved && <ActionButton what="reopen">Reopen</ActionButton>}
    </div>
  )
}

interface ActionButtonProps {
  readonly what: string
  /** Key that does the same. */
  readonly keys?: string
  readonly children: string
}

/** A button that does something to what its form names. */
export function ActionButton({ what, keys, children }: ActionButtonProps) {
  return (
    <button type="submit" name="do" value={what} aria-keyshortcuts={keys}>
      {children}
    </button>
  )
}
