import type { ReactNode } from 'react'
import { Menu } from '../../ui/controls/menu.tsx'
import { useReader } from '../../ui/layout/use-reader.ts'
import { MAX_CHARS } from './parse-issue-action.ts'

interface ActionBarProps {
  /** Suggestions for the release with the fix, newest first. */
  readonly releases: readonly string[]
  /** State of the issue; without it, as for several issues, all actions are offered. */
  readonly state?: ActionState
  /** Further items of the last menu. */
  readonly children?: ReactNode
}

interface ActionState {
  readonly isResolved?: boolean
  readonly isMuted?: boolean
  readonly isAcknowledged?: boolean
  readonly isAssigned?: boolean
}

/** The actions on issues: controls of the form around them. Menus are native popovers, so they work without scripts. */
export function ActionBar({ releases, state = {}, children }: ActionBarProps) {
  const { isResolved, isMuted, isAcknowledged, isAssigned } = state
  const reader = useReader()
  if (reader?.role === 'viewer') return null
  return (
    <fieldset className="action-bar button-row" aria-label="Actions">
      {/* The default button, which Enter in a field presses: the first of a form. */}
      <button type="submit" name="do" value="enter" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {isResolved !== true && (
        <span className="button-group">
          <ActionButton name="resolve" keys="e">
            Resolve
          </ActionButton>
          <Menu label="More ways to resolve" text="▾">
            <ActionButton name="resolve-next">In the next release</ActionButton>
            <label>
              In release
              <input
                type="text"
                name="release"
                list="releases"
                maxLength={MAX_CHARS.release}
                aria-keyshortcuts="Shift+E"
              />
            </label>
            <datalist id="releases">
              {releases.map(release => (
                <option key={release} value={release} />
              ))}
            </datalist>
            <ActionButton name="resolve-release">Resolve in release</ActionButton>
          </Menu>
        </span>
      )}
      {isResolved !== false && <ActionButton name="reopen">Reopen</ActionButton>}
      <span className="button-group">
        <ActionButton name="assign-me" keys="i">
          Assign to me
        </ActionButton>
        <Menu label="More ways to assign" text="▾">
          <label>
            Owner
            <input
              type="text"
              name="owner"
              list="people"
              maxLength={MAX_CHARS.owner}
              autoComplete="off"
              aria-keyshortcuts="a"
            />
          </label>
          <datalist id="people">
            {reader?.people.map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <ActionButton name="assign">Assign</ActionButton>
          {isAssigned !== false && <ActionButton name="unassign">Unassign</ActionButton>}
        </Menu>
      </span>
      {isMuted !== true && (
        <Menu label="Mute" keys="m">
          <ActionButton name="mute-1h">For an hour</ActionButton>
          <ActionButton name="mute-1d">For a day</ActionButton>
          <ActionButton name="mute-7d">For a week</ActionButton>
          <ActionButton name="mute-30d">For 30 days</ActionButton>
          <span className="button-row">
            <input
              type="text"
              name="count"
              inputMode="numeric"
              defaultValue="100"
              maxLength={MAX_CHARS.count}
              aria-label="How many"
            />
            <select name="until" aria-label="Until">
              <option value="events">more events</option>
              <option value="sessions">more sessions</option>
              <option value="rate">events an hour</option>
            </select>
          </span>
          <ActionButton name="mute-until">Mute until then</ActionButton>
        </Menu>
      )}
      {isMuted !== false && <ActionButton name="unmute">Unmute</ActionButton>}
      <Menu label="More actions" text="⋯" keys=".">
        {isAcknowledged !== true && <ActionButton name="acknowledge">Acknowledge</ActionButton>}
        {isAcknowledged !== false && <ActionButton name="unacknowledge">Remove acknowledgement</ActionButton>}
        {children}
      </Menu>
    </fieldset>
  )
}

interface ActionButtonProps {
  /** A name that `parseIssueAction` accepts. */
  readonly name: string
  /** Its keyboard shortcut. */
  readonly keys?: string
  readonly children: string
}

/** A button that submits its form with an action. */
export function ActionButton({ name, keys, children }: ActionButtonProps) {
  return (
    <button type="submit" name="do" value={name} aria-keyshortcuts={keys}>
      {children}
    </button>
  )
}
