/** The rewritten fields of a package.json. */
export interface PackageManifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  overrides?: Record<string, string>
}

/** Ranges in which newer versions must work with `otel/`. */
const router = new Set(['react-router', '@react-router/node', '@react-router/dev', '@remix-run/node-fetch-server'])

/**
 * The same manifest with the newest React Router, and the newest versions of OpenTelemetry 2.x: its unstable packages have versions 0.2xx,
 * those of 3.x have 0.3xx.
 */
export function withNewestVersions(manifest: PackageManifest): PackageManifest {
  const { peerDependencies, overrides, ...rest } = manifest
  const newest = (given: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(given).map(([name, version]) => [name, rangeOf(name, version)]))
  return {
    ...rest,
    ...(rest.dependencies !== undefined && { dependencies: newest(rest.dependencies) }),
    ...(rest.devDependencies !== undefined && { devDependencies: newest(rest.devDependencies) }),
  }
}

function rangeOf(name: string, given: string): string {
  const version = given.replace(/^\^/, '')
  if (router.has(name)) return 'latest'
  if (!name.startsWith('@opentelemetry/')) return given
  // 1.10 of the API belongs to 3.x.
  if (name === '@opentelemetry/api') return '>=1.9.1 <1.10.0'
  if (version.startsWith('2.')) return '^2.12.0'
  return version.startsWith('0.2') ? `>=${version} <0.300.0` : `^${version}`
}
