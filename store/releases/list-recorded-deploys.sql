-- One row per deploy that somebody told of. Newest first, then by id.
--   fromNs, toNs      Unix nanoseconds, half-open
--   afterNs, afterId  the deploy before the first one; toNs and '' for the newest
--   service, release  '' for every one
--   environment       '' for every one; else also those that name none
--   limit             1 to 1000
SELECT
  Id AS id, toString(toUnixTimestamp64Nano(At)) AS atNs, ServiceName AS service, Release AS release,
  Environment AS environment, Revision AS revision, Url AS url, Who AS who
FROM deploys FINAL
WHERE At >= fromUnixTimestamp64Nano({fromNs:Int64}) AND At < fromUnixTimestamp64Nano({toNs:Int64})
  AND (At < fromUnixTimestamp64Nano({afterNs:Int64}) OR Id > {afterId:String})
  AND ({service:String} = '' OR ServiceName = {service:String})
  AND ({release:String} = '' OR Release = {release:String})
  AND ({environment:String} = '' OR Environment IN ('', {environment:String}))
ORDER BY At DESC, Id
LIMIT {limit:UInt32}
