/** Returns text that helps to understand a failed test, such as what the browser shows. */
export type Diagnostic = () => Promise<string> | string

const diagnostics = new Set<Diagnostic>()

/** Prints a diagnostic for every test of this file that fails. @returns A function that removes it. */
export function addDiagnostic(diagnostic: Diagnostic): () => void {
  diagnostics.add(diagnostic)
  return () => diagnostics.delete(diagnostic)
}

export async function runDiagnostics(): Promise<string> {
  const reports = await Promise.all(
    [...diagnostics].map(async diagnostic => {
      try {
        return await diagnostic()
      } catch (error) {
        return `A diagnostic failed: ${error}`
      }
    }),
  )
  return reports.filter(text => text !== '').join('\n')
}
