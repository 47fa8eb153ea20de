import { closeSync, constants, fchmodSync, fstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { ClickHouseLibrary } from './library.ts'

/*
 * Statements can reach files of the process without any grant: the function `file()` reads, `sqlite()` creates. So the process gives up
 * what it does not need, by Linux's own means, before ClickHouse starts. Rights are given up by a thread and inherited by those that it
 * starts; threads that exist already keep theirs, so this must precede all that uses Node's thread pool.
 */

// Linux's numbers, the same on x64 and arm64: landlock(7), prctl(2), capabilities(7), seccomp(2).
const LANDLOCK_CREATE_RULESET = 444
const LANDLOCK_ADD_RULE = 445
const LANDLOCK_RESTRICT_SELF = 446
const LANDLOCK_CREATE_RULESET_VERSION = 1
const LANDLOCK_RULE_PATH_BENEATH = 1
const PR_SET_SECCOMP = 22
const SECCOMP_MODE_FILTER = 2
const PR_SET_NO_NEW_PRIVS = 38
const CAPABILITY_VERSION_3 = 0x20080522
const CAP_DAC_OVERRIDE = 1n << 1n
const CAP_DAC_READ_SEARCH = 1n << 2n
const O_PATH = 0o10000000
const EACCES = 13

/** Landlock's rights in its second version: the first one allows no moving between folders, which ClickHouse needs. */
const ALL_RIGHTS = 0x3fff
const EXECUTE = 0x1
const READ_FILE = 0x4
const READ_FOLDER = 0x8

/**
 * Files and folders that ClickHouse and Node read while they run. They hold no secrets. Without `/proc/self` each thread would throw an
 * exception.
 */
const READABLE = [
  ...['self', 'cpuinfo', 'loadavg', 'meminfo', 'pressure', 'stat', 'sys', 'uptime'].map(name => `/proc/${name}`),
  ...['/sys/devices/system/cpu', '/sys/fs/cgroup', '/dev/null', '/dev/urandom'],
  ...['hosts', 'host.conf', 'localtime', 'nsswitch.conf', 'resolv.conf', 'ssl/certs', 'ssl/openssl.cnf'].map(
    name => `/etc/${name}`,
  ),
  ...['/usr/share/zoneinfo', '/usr/share/ca-certificates', '/etc/pki/ca-trust/extracted'],
]

/**
 * Confines this thread, and all threads that it starts from now on: no file outside of these folders can be read or written, but for
 * {@link READABLE}, no program run, and no file created the way SQLite does. The environment is wiped.
 *
 * @throws {Error} If the system does not support it.
 */
export function confine(library: ClickHouseLibrary, folders: readonly string[]): void {
  if (process.platform !== 'linux') throw new Error('only Linux supports it')
  const version = library.call('syscall', LANDLOCK_CREATE_RULESET, 0, 0, LANDLOCK_CREATE_RULESET_VERSION)
  if (version < 2) throw new Error('Linux 5.19 or newer supports it')
  if (folders.every(folder => statSync(folder).uid === 0)) obeyPermissions(library)
  library.call('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
  forbidFilesOfSqlite(library)
  const ruleset = library.call('syscall', LANDLOCK_CREATE_RULESET, words(ALL_RIGHTS, 0), 8, 0)
  const allow = (path: string, rights: number) => {
    // Stays open, because a rule is for an inode, and /proc makes another one once nobody uses it.
    const file = openSync(path, O_PATH)
    library.call('syscall', LANDLOCK_ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, words(rights, 0, file), 0)
  }
  for (const path of READABLE) {
    try {
      allow(path, READ_FILE)
    } catch {
      // Not every system has all of them.
    }
  }
  allow('/proc/self/fd', READ_FILE | READ_FOLDER) // for lockPipes
  for (const folder of folders) allow(folder, ALL_RIGHTS & ~EXECUTE)
  wipeEnvironment(library)
  library.call('syscall', LANDLOCK_RESTRICT_SELF, ruleset, 0)
  closeSync(ruleset)
}

/**
 * Makes the pipes of this process impossible to open again. Landlock does not cover them: `file('/proc/self/fd/…')` would wait in one for
 * ever, and take away what another thread waits for. Those who have them open already are not affected.
 */
export function lockPipes(): void {
  for (const descriptor of readdirSync('/proc/self/fd').map(Number)) {
    try {
      if (fstatSync(descriptor).isFIFO()) fchmodSync(descriptor, 0)
    } catch {
      // It was closed meanwhile.
    }
  }
}

/** Gives up the right of root to ignore permissions. */
function obeyPermissions({ call }: ClickHouseLibrary): void {
  const status = readFileSync('/proc/self/status', 'latin1')
  const capabilities = (name: string) => {
    const bits = BigInt(`0x${new RegExp(`^${name}:\\s*(\\w+)$`, 'm').exec(status)?.[1] ?? '0'}`)
    return bits & ~(CAP_DAC_OVERRIDE | CAP_DAC_READ_SEARCH)
  }
  const sets = ['CapEff', 'CapPrm', 'CapInh'].map(capabilities)
  const halves = [0n, 32n].flatMap(shift => sets.map(set => Number((set >> shift) & 0xffffffffn)))
  call('capset', words(CAPABILITY_VERSION_3, 0), words(...halves))
}

/**
 * The function `sqlite()` opens its file, and creates it, before it checks the grant. An empty file in the folder of a table can make that
 * table lose data at the next start. SQLite alone opens files with both of these flags, so a filter of system calls refuses them together.
 */
function forbidFilesOfSqlite({ call, addressOf }: ClickHouseLibrary): void {
  const flags = constants.O_CREAT | constants.O_NOFOLLOW
  // struct seccomp_data: the number of the call, then from byte 16 its arguments of eight bytes each; flags are the third.
  const program = [
    instruction(LOAD_WORD, 0),
    instruction(JUMP_IF_EQUAL, process.arch === 'x64' ? 257 : 56, 0, 4), // openat
    instruction(LOAD_WORD, 16 + 2 * 8),
    instruction(AND, flags),
    instruction(JUMP_IF_EQUAL, flags, 0, 1),
    instruction(RETURN, 0x00050000 | EACCES), // SECCOMP_RET_ERRNO
    instruction(RETURN, 0x7fff0000), // SECCOMP_RET_ALLOW
  ]
  // struct sock_fprog, with the instructions behind it.
  const header = Buffer.alloc(16)
  const filter = Buffer.concat([header, ...program])
  filter.writeUInt16LE(program.length)
  filter.writeBigUInt64LE(addressOf(filter) + BigInt(header.length), 8)
  call('prctl', PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter, 0, 0)
}

// Instructions of classic BPF.
const LOAD_WORD = 0x20
const JUMP_IF_EQUAL = 0x15
const AND = 0x54
const RETURN = 0x06

/** struct sock_filter */
function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}

/** The environment may hold secrets, and /proc/self/environ shows it. ClickHouse needs nothing of it but the time zone. */
function wipeEnvironment({ call }: ClickHouseLibrary): void {
  const statistics = readFileSync('/proc/self/stat', 'latin1').replace(/^.*\) /s, '')
  let address = Number(statistics.split(' ')[47])
  for (const variable of readFileSync('/proc/self/environ', 'latin1').split('\0')) {
    if (!variable.startsWith('TZ=')) call('memset', address, 0, variable.length)
    address += variable.length + 1
  }
}

/** Numbers of 32 bits, as processors of both kinds store them. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, i * 4)
  return bytes
}
