import { openStackWithBrowser, type StackWithBrowser } from './open-visit.ts'

/** The stack and the browser that the tests of one-stack.spec.ts share, from its first hook to its last. */
export let site: StackWithBrowser

export async function openSite(): Promise<void> {
  site = await openStackWithBrowser()
}
