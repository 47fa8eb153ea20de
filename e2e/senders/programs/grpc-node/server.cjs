// Prices by gRPC: each sku of this shop ends a call in its own way.
const { join } = require('node:path')
const grpc = require('@grpc/grpc-js')
const { loadSync } = require('@grpc/proto-loader')

const { shop } = grpc.loadPackageDefinition(loadSync(join(__dirname, 'prices.proto')))
const { NOT_FOUND, INVALID_ARGUMENT, INTERNAL, UNAVAILABLE } = grpc.status
const failures = {
  unknown: { code: NOT_FOUND, details: 'no such sku' },
  '': { code: INVALID_ARGUMENT, details: 'a sku is needed' },
  broken: { code: INTERNAL, details: 'the price list is damaged' },
  busy: { code: UNAVAILABLE, details: 'the price list is being read' },
}

const server = new grpc.Server()
server.addService(shop.Prices.service, {
  get: ({ request }, done) => done(failures[request.sku] ?? null, { cents: 995 }),
})
server.bindAsync(`127.0.0.1:${process.argv[2]}`, grpc.ServerCredentials.createInsecure(), error => {
  if (error) throw error
})
