/** Writes the HTML custom data for Visual Studio Code from the manifest of the elements. */
import { readFileSync, writeFileSync } from 'node:fs';

/** The part of the manifest (custom-elements.json) that custom data needs. */
interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
}

interface Declaration {
  readonly tagName?: string;
  readonly description?: string;
  readonly attributes?: readonly Attribute[];
}

interface Attribute {
  readonly name: string;
  readonly description?: string;
  readonly type: { readonly text: string };
}

/** Writes the tags of a manifest as HTML custom data, version 1.1. */
export function writeCustomData(manifest: string, file: string): void {
  const { modules } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const elements = modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName);
  const tags = elements.map(({ tagName, description, attributes = [] }) => ({
    name: tagName,
    description,
    attributes: attributes.map(attributeData),
  }));
  writeFileSync(file, `${JSON.stringify({ version: 1.1, tags }, null, 2)}\n`);
}

function attributeData({ name, description, type: { text } }: Attribute): object {
  const values = [...text.matchAll(/'([^']+)'/g)].map(([, value]) => ({ name: value }));
  return {
    name,
    description,
    // `v` is the set of values of an attribute that is present or absent.
    ...(text === 'boolean' && { valueSet: 'v' }),
    ...(values.length > 0 && { values }),
  };
}
