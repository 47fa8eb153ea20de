import { nowMs } from './recorder.ts'

export interface UserActions {
  /** Adds what is not a click or a submit, as a navigation. */
  add(type: string, target: string): void
  /** JSON array of the last actions, oldest first, each with the seconds that have passed since; '' for none. */
  describe(): string
}

interface UserAction {
  readonly type: string
  readonly target: string
  readonly atMs: number
}

const kept = 20
const interactive = 'a,button,input,select,textarea,label,summary,[role]'

/** Remembers what the visitor did last: which elements were clicked, changed or submitted, never their text or values. */
export function watchUserActions(onAction: (type: string, target: Element) => void): UserActions {
  const actions: UserAction[] = []
  const add = (type: string, target: string) => {
    actions.push({ type, target, atMs: nowMs() })
    if (actions.length > kept) actions.shift()
  }
  for (const type of ['click', 'change', 'submit']) {
    document.addEventListener(
      type,
      ({ target }) => {
        if (!(target instanceof Element)) return
        const element = target.closest(interactive) ?? target
        add(type, describeElement(element))
        onAction(type, element)
      },
      true,
    )
  }
  return {
    add,
    describe() {
      const now = nowMs()
      return actions.length === 0
        ? ''
        : JSON.stringify(
            actions.map(({ type, target, atMs }) => ({ type, target, secondsBefore: Math.round(now - atMs) / 1_000 })),
          )
    },
  }
}

/** An element as `button#buy.primary[type=submit]`: names that a developer gave, no text of the page. */
export function describeElement(element: Element): string {
  const classes = [...element.classList].slice(0, 2).map(name => `.${name}`)
  const attributes = ['type', 'name', 'data-testid'].flatMap(name => {
    const value = element.getAttribute(name)
    return value ? [`[${name}=${value}]`] : []
  })
  const id = element.id ? `#${element.id}` : ''
  return [element.localName, id, ...classes, ...attributes].join('').slice(0, 200)
}
