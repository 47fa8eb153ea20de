import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestCertificate {
  readonly certFile: string
  readonly keyFile: string
  /** PEM. */
  readonly cert: string
}

/** Makes a self-signed certificate for a name with the system's openssl: Node makes keys, but no certificates. */
export function makeCertificate(name: string): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'errata-certificate-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certFile, '-days', '2', ...names], { stdio: 'ignore' })
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8') }
}
