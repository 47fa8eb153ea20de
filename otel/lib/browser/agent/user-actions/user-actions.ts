import { nowMs, type Recorder } from '../../entry/recorder.ts'

interface UserAction {
  readonly type: string
  readonly target: string
  readonly atMs: number
}

const maxKeptActions = 20
const interactiveSelector = 'a,button,input,select,textarea,label,summary,[role]'

/**
 * Remembers the visitor's last actions: which elements were clicked, changed or submitted, never their text or values.
 *
 * @returns JSON array of the last actions, oldest first, each with the seconds since; `undefined` for none.
 */
export function watchUserActions(
  guard: Recorder['guard'],
  onAction: (type: string, target: Element) => void,
): () => string | undefined {
  const actions: UserAction[] = []
  for (const type of ['click', 'change', 'submit']) {
    document.addEventListener(
      type,
      guard(({ target }: Event) => {
        if (!(target instanceof Element)) return
        const element = target.closest(interactiveSelector) ?? target
        actions.push({ type, target: describeElement(element), atMs: nowMs() })
        if (actions.length > maxKeptActions) actions.shift()
        onAction(type, element)
      }),
      true,
    )
  }
  return () => {
    const now = nowMs()
    const described = actions.map(({ type, target, atMs }) => ({
      type,
      target,
      secondsBefore: Math.round(now - atMs) / 1_000,
    }))
    return described[0] && JSON.stringify(described)
  }
}

/** An element as `button#buy.primary[type=submit]`: only names that a developer gave, no text of the page. */
export function describeElement(element: Element): string {
  const classes = [...element.classList].slice(0, 2).map(name => `.${name}`)
  const attributes = ['type', 'name', 'data-testid'].flatMap(name => {
    const value = element.getAttribute(name)
    return value ? [`[${name}=${value}]`] : []
  })
  // Not `element.id`, which in a form may be a field of that name.
  const id = element.getAttribute('id')
  return [element.localName, id ? `#${id}` : '', ...classes, ...attributes].join('').slice(0, 200)
}
