import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { completeSearch } from '../../../search/complete-search.ts'
import type { SearchSubject } from '../../../search/search.ts'
import type { FacetValue } from '../../../store/facets.ts'
import { scopeParams } from '../../url/scope.ts'
import { useFetchedValues } from './use-fetched-values.ts'

export type FacetValuesByKey = Readonly<Record<string, readonly FacetValue[]>>

interface SearchFieldProps {
  readonly subject: SearchSubject
  readonly name: string
  readonly text: string
  readonly params: URLSearchParams
  readonly label?: string
  readonly placeholder?: string
  /** Id of what says that the search cannot be read, and why; `undefined` if it can. */
  readonly faultId?: string | undefined
  /** Counted values, as far as they are known: those that are fetched are added. */
  readonly values?: FacetValuesByKey
}

/** A field for a search, which completes keys and values with scripts. Without, it is a text field. */
export function SearchField({
  subject,
  name,
  text,
  params,
  label,
  placeholder,
  faultId,
  values: counted = {},
}: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<{ readonly text: string; readonly caret: number }>()
  const [active, setActive] = useState(-1)
  // The counts of the others have attributes.
  const hasMore = subject !== 'logs' && subject !== 'sessions'
  const more = useFetchedValues(hasMore && `/search/values?of=${subject}&${scopeParams(params)}`)
  const values = { ...more.values, ...counted }
  const completion = typed && completeSearch(typed.text, typed.caret, { subject, values })
  const options = completion?.options ?? []
  const isOpen = options.length > 0
  const close = () => {
    setTyped(undefined)
    setActive(-1)
  }
  const offer = () => {
    more.want()
    const { value = '', selectionStart } = input.current ?? {}
    setTyped({ text: value, caret: selectionStart ?? value.length })
    setActive(-1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the box was hydrated
  useEffect(() => {
    const box = input.current
    if (box === document.activeElement && box?.value !== text) offer()
    // An accepted value ends with a space, for the next condition.
    const submit = () => {
      if (box) box.value = box.value.trim()
      close()
    }
    const form = box?.form
    form?.addEventListener('submit', submit, { capture: true })
    return () => form?.removeEventListener('submit', submit, { capture: true })
  }, [])
  const accept = (index: number) => {
    const box = input.current
    const option = options[index]
    if (box === null || option === undefined || completion === undefined) return
    const isKey = option.text.endsWith(':')
    box.setRangeText(`${option.text}${isKey ? '' : ' '}`, completion.from, completion.to, 'end')
    box.focus()
    if (isKey) offer()
    else close()
  }
  const press = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setActive(((active + step + 1 + options.length + 1) % (options.length + 1)) - 1)
    } else if (event.key === 'Enter' && active >= 0) accept(active)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div className="search-field">
        <input
          ref={input}
          type="search"
          name={name}
          defaultValue={text}
          placeholder={placeholder}
          maxLength={2000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-label={label}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          {...(active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          {...(faultId === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': faultId })}
          onInput={offer}
          onClick={offer}
          onKeyDown={press}
          onBlur={close}
        />
        <div role="listbox" id={`${id}-options`} aria-label="Completions" hidden={!isOpen} className="completions">
          {options.map((option, index) => (
            // The input keeps the focus: its keys choose, and a press of the pointer does.
            // biome-ignore lint/a11y/useFocusableInteractive: as said
            <div
              key={option.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={event => {
                event.preventDefault()
                accept(index)
              }}
            >
              <span>{option.text}</span> <span className="muted">{option.detail}</span>
            </div>
          ))}
        </div>
      </div>
      {more.hasFailed && (
        <p role="status" className="small muted">
          Completions could not be loaded.
        </p>
      )}
    </>
  )
}
