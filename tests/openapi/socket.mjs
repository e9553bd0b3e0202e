// The documents of the socket, checked by the usual tools: node socket.mjs ASYNCAPI SCHEMA SESSIONS
//
// The AsyncAPI document must be valid and without warnings for the official parser. The JSON Schema must be valid, and every frame of
// the recorded sessions must be valid by it, in its direction. Frames that were damaged must not be.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticSeverity, Parser } from '@asyncapi/parser';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const [asyncapi, schema, sessions] = process.argv.slice(2);

// Advice that this document does not follow: a licence and a contact belong to the host, the version stays 3.0,
// and records are in no message.
const NOT_FOLLOWED = ['asyncapi-unused-component', 'asyncapi-latest-version', 'asyncapi3-tags', 'asyncapi-info-contact', 'asyncapi-info-license'];

const { document, diagnostics } = await new Parser().parse(readFileSync(asyncapi, 'utf8'));
const found = diagnostics.filter(({ code, severity }) => severity <= DiagnosticSeverity.Information && !NOT_FOLLOWED.includes(code));
for (const { code, message, path } of found) console.error(`${code} at ${path.join('/')}: ${message}`);
if (!document || found.length) throw new Error('the AsyncAPI document is not valid');
const messages = document.messages().all();
console.log(`asyncapi: ${messages.length} messages`);
if (messages.length < 40) throw new Error('it lacks messages');

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, allErrors: false });
addFormats(ajv);
// Names for generators.
ajv.addVocabulary(['x-enum-varnames']);
for (const [format, bits] of [['uint8', 8], ['uint16', 16], ['uint32', 32], ['uint64', 64], ['uint', 64]]) {
  ajv.addFormat(format, { type: 'number', validate: (number) => number >= 0 && number < 2 ** bits });
}
ajv.addSchema(JSON.parse(readFileSync(schema, 'utf8')), 'frames');
const valid = (name) => ajv.getSchema(`frames#/$defs/${name}`);
const [request, message] = ['Request', 'ServerMessage'].map(valid);

let frames = 0;
for (const file of readdirSync(sessions).filter((name) => name.endsWith('.jsonl'))) {
  for (const [index, line] of readFileSync(join(sessions, file), 'utf8').trim().split('\n').entries()) {
    const { sent, got } = JSON.parse(line);
    const [check, frame] = sent ? [request, sent] : [message, got];
    if (!frame) continue;
    frames += 1;
    const place = `${file}:${index + 1}`;
    if (!check(frame)) throw new Error(`${place}: ${ajv.errorsText(check.errors)}: ${JSON.stringify(frame)}`);
    // Neither the other direction, nor a frame without its type.
    const { type, ...rest } = frame;
    if (check(rest)) throw new Error(`${place} is valid without its type (${type})`);
    if ((sent ? message : request)(frame)) throw new Error(`${place} is valid in the other direction`);
  }
}
console.log(`schema: ${frames} frames of recorded sessions`);
if (frames < 1000) throw new Error('they are too few');
