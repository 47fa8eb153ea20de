-- One row per kind of log record that a service sent, by what it has and lacks, of its newest records. Most records
-- first. resourceNames: those of the asked names that its resource has. isJson: its body begins like an object.
--   fromNs, toNs  Unix nanoseconds, half-open
--   service
--   environment, release  '' for every one
--   names         of attributes
--   maxRecords    the newest so many are read
--   limit         1 to 10000
SELECT
  resourceNames, language, sdkVersion, hasSeverity, hasTrace, isJson, lacksStack,
  toString(count()) AS records
FROM (
  SELECT
    arraySort(arrayFilter(name -> ResourceAttributes[name] != '', {names:Array(String)})) AS resourceNames,
    ResourceAttributes['telemetry.sdk.language'] AS language,
    ResourceAttributes['telemetry.sdk.version'] AS sdkVersion,
    Severity != 0 AS hasSeverity,
    TraceId != '' AS hasTrace,
    startsWith(Body, '{') AS isJson,
    LogAttributes['exception.type'] != '' AND LogAttributes['exception.stacktrace'] = '' AS lacksStack
  FROM otel_logs
  WHERE ServiceName = {service:String}
    AND toStartOfFiveMinutes(Timestamp) >= toStartOfFiveMinutes(fromUnixTimestamp64Nano({fromNs:Int64}))
    AND Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND Timestamp < fromUnixTimestamp64Nano({toNs:Int64})
    AND ({environment:String} = '' OR {{environment}} = {environment:String})
    AND ({release:String} = '' OR {{release}} = {release:String})
  ORDER BY toStartOfFiveMinutes(Timestamp) DESC, ServiceName DESC, Timestamp DESC, Id DESC
  LIMIT 1 BY Timestamp, Id
  LIMIT {maxRecords:UInt32}
)
GROUP BY resourceNames, language, sdkVersion, hasSeverity, hasTrace, isJson, lacksStack
ORDER BY count() DESC, resourceNames, language, sdkVersion, hasSeverity, hasTrace, isJson, lacksStack
LIMIT {limit:UInt32}
