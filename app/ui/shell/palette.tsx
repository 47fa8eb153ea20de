import { type KeyboardEvent, useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { SearchIcon } from '../icons.tsx'
import { findDestinations } from './destinations.ts'
import { Dialog } from './dialog.tsx'
import type { ScopeChoices } from './site-header.tsx'

interface PaletteProps {
  readonly choices: ScopeChoices
  readonly onClose: () => void
}

/** One field for wherever one may want to go. What stands first is where Enter leads. */
export default function Palette({ choices, onClose }: PaletteProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const found = findDestinations(typed, params, choices.services)
  const at = Math.min(chosen, found.length - 1)

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const destination = found[at]
    if (step !== undefined) setChosen((at + step + found.length) % found.length)
    else if (event.key === 'Enter' && destination !== undefined) {
      onClose()
      void navigate(destination.to)
    } else return
    event.preventDefault()
  }

  return (
    <Dialog label="Look up, or go to a page" className="palette" onClose={onClose}>
      <div className="look-up">
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-label="Digest, trace id, route, text or page"
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={found.length > 0 ? `${list}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Digest, trace id, route, text or page"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={list} role="listbox" aria-label="Where to">
        {found.map(({ label, to, kind }, nth) => (
          <Link
            key={`${kind} ${label}`}
            id={`${list}-${nth}`}
            role="option"
            aria-selected={nth === at}
            tabIndex={-1}
            to={to}
            onClick={onClose}
          >
            <span>{label}</span>
            <span className="muted">{kind}</span>
          </Link>
        ))}
      </div>
    </Dialog>
  )
}
