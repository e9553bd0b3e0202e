/**
 * Whether a signature over an object is valid; null if this browser cannot check it: without TLS, or too old.
 * @param {string} signer in hexadecimal, as the signature
 * @param {string} signature
 * @param {string} domain
 * @param {object} object
 */
export declare function signed(signer: string, signature: string, domain: string, object: object): Promise<boolean | null>;
