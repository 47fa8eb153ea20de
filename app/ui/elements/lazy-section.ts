import { type ComponentType, lazy } from 'react'

/** A part of a page whose code a browser fetches after the page's: what stands below the first screen need not answer at once. */
export interface LazySection<Props> {
  /** Wants a `<Suspense>` round it. */
  Section: ComponentType<Props>
  /** Awaited by the page's loader, so that the server renders the part, also without scripts. */
  ready(): Promise<void>
}

/** @param load imports the part */
export function lazySection<Props extends object>(load: () => Promise<ComponentType<Props>>): LazySection<Props> {
  const part: LazySection<Props> = {
    Section: lazy(async () => ({ default: await load() })),
    async ready() {
      part.Section = await load()
    },
  }
  return part
}
