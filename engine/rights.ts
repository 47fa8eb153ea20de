/**
 * What chDB's own access control lets a connection do, as the file that its configuration names. A connection begins with every right;
 * `SET ROLE` leaves it that of a reader, whose statements may neither write nor reach a file, a host or a dictionary, whatever
 * the guard in reader/ overlooks. Two things are not chDB's to refuse, the function `file()` and the tables of `system`: the guard does.
 */
export const READER_ROLE = 'errata_reader'

export const USERS_CONFIG = `<clickhouse>
  <profiles><default></default></profiles>
  <quotas><default></default></quotas>
  <roles>
    <${READER_ROLE}><grants><query>GRANT SELECT, SHOW ON *.*</query></grants></${READER_ROLE}>
    <errata_everything><grants><query>GRANT ALL ON *.* WITH GRANT OPTION</query></grants></errata_everything>
  </roles>
  <users>
    <default>
      <password></password>
      <networks><ip>::/0</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT errata_everything, ${READER_ROLE}</query></grants>
    </default>
  </users>
</clickhouse>
`
