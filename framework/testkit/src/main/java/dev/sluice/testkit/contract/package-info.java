/**
 * The contract every source passes, for those who write one: extend {@link
 * dev.sluice.testkit.contract.SourceContract} and show it your broker as a {@link
 * dev.sluice.testkit.contract.ContractBroker}.
 */
package dev.sluice.testkit.contract;
