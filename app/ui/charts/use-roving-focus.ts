import { type KeyboardEvent, useState } from 'react'
import { useHydrated } from '../document/use-hydrated.ts'

const STEP: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Makes adjacent links one tab stop with arrow keys, Home and End. Without scripts each is a tab stop. */
export function useRovingFocus(items: number) {
  const hydrated = useHydrated()
  const [current, setCurrent] = useState(items - 1)
  const at = Math.min(current, items - 1)
  return {
    of: (index: number) => ({
      tabIndex: !hydrated || index === at ? 0 : -1,
      onFocus: () => setCurrent(index),
      onKeyDown(event: KeyboardEvent) {
        const step = STEP[event.key]
        if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const to = Math.max(0, Math.min(items - 1, index + step))
        const links = event.currentTarget.parentElement?.querySelectorAll<SVGAElement>('.bucket')
        links?.[to]?.focus()
      },
    }),
  }
}
