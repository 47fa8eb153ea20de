import { type KeyboardEvent, memo, useCallback, useDeferredValue, useId, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams, useSubmit } from 'react-router'
import { SearchIcon } from '../controls/icons.tsx'
import { PartFailure } from '../feedback/part-failure.tsx'
import { useFetchedPart } from '../feedback/use-fetched-part.ts'
import { type Destination, type FoundIssue, findDestinations, issueSearchPath } from './destinations.ts'
import { Dialog } from './dialog.tsx'
import type { ScopeChoices } from './header-data.ts'
import { useCanCompare } from './use-can-compare.ts'

export interface PaletteProps {
  readonly choices: ScopeChoices
  readonly onClose: () => void
  /** Called to show the shortcuts. */
  readonly onKeys: () => void
}

/** The command palette. Enter chooses the first suggestion. */
export default function Palette({ choices, onClose, onKeys }: PaletteProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  const [text, setText] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  // The typed letter is shown before its suggestions.
  const deferredText = useDeferredValue(text)
  const list = useId()
  const { result, again } = useFetchedPart<readonly FoundIssue[]>(issueSearchPath(deferredText, params), PAUSE_MS)
  const issues = result !== undefined && 'answer' in result ? result.answer : NO_ISSUES
  const canCompare = useCanCompare()
  const find = useCallback(
    (text: string) => findDestinations(text, params, { ...choices, issues, canCompare }),
    [params, choices, issues, canCompare],
  )
  const matches = useMemo(() => find(deferredText), [find, deferredText])
  const at = Math.min(selectedIndex, matches.length - 1)

  const go = useCallback(
    ({ to, does }: Destination) => {
      if (does === 'keys') return onKeys()
      onClose()
      if (does === undefined) void navigate(to)
      else {
        const sent = { theme: does, back: pathname + search }
        void submit(sent, { method: 'post', action: '/theme', preventScrollReset: true, replace: true })
      }
    },
    [navigate, submit, onClose, onKeys, pathname, search],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const destination = (deferredText === text ? matches : find(text))[at]
    if (step !== undefined) setSelectedIndex((at + step + matches.length) % matches.length)
    else if (event.key === 'Enter' && destination !== undefined) go(destination)
    else return
    event.preventDefault()
  }

  return (
    <Dialog label="Search" className="palette" onClose={onClose}>
      <div className="look-up">
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-label="Search issues, traces, digests, sessions, pages …"
          aria-expanded={matches.length > 0}
          aria-controls={list}
          aria-activedescendant={matches.length > 0 ? `${list}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Search issues, traces, digests, sessions, pages …"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setSelectedIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={list} role="listbox" aria-label="Results">
        <PaletteOptions list={list} matches={matches} at={at} onClose={onClose} go={go} />
      </div>
      {result !== undefined && 'outage' in result && (
        <PartFailure what="Matching issues" outage={result.outage} again={again} />
      )}
    </Dialog>
  )
}

interface PaletteOptionsProps {
  /** Id of the list. */
  readonly list: string
  readonly matches: readonly Destination[]
  readonly at: number
  readonly onClose: () => void
  readonly go: (destination: Destination) => void
}

/** Rendered again only for new suggestions, not for each letter. */
const PaletteOptions = memo(function Options({ list, matches, at, onClose, go }: PaletteOptionsProps) {
  return matches.map((destination, index) => {
    const { label, to, kind, does } = destination
    return (
      <Link
        key={`${kind} ${label}`}
        id={`${list}-${index}`}
        role="option"
        aria-selected={index === at}
        tabIndex={-1}
        to={to}
        onClick={event => {
          if (does === undefined) return onClose()
          event.preventDefault()
          go(destination)
        }}
      >
        <span>{label}</span>
        <span className="muted">{kind}</span>
      </Link>
    )
  })
})

/** A shorter pause means that the reader is still typing. */
const PAUSE_MS = 150

const NO_ISSUES: readonly never[] = []
