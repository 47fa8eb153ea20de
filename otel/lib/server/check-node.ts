import { warn } from './warn.ts'

/** From `engines` of package.json. */
const minNodeVersion = [20, 19] as const

/** What is wrong with a version of Node; undefined for nothing. */
export function nodeFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = minNodeVersion
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `needs Node ${minNodeVersion.join('.')} or newer, and this is ${version}: it may fail where you least expect it.`
}

const fault = nodeFault(process.versions.node)
if (fault !== undefined) warn(fault)
